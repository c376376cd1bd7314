#!/usr/bin/env python3
"""Makes the ICC profiles beside it: small ones of each kind, by the tables of ICC.1 alone.

Run it in its folder; it needs nothing but Python.
"""
import math
import struct

D50 = (0.9642, 1.0, 0.8249)
# Bradford-adapted columns of red, green and blue.
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))
P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
ADOBE = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def xyz(values):
    return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))


def gamma(value):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(value * 256))


def table(function, count):
    return b"curv\0\0\0\0" + struct.pack(">I", count) + b"".join(
        struct.pack(">H", round(65535 * function(i / (count - 1)))) for i in range(count))


def srgb(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def parametric():
    return b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(
        map(fixed, (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))


def description(text, version):
    if version >= 4:
        data = text.encode("utf-16-be")
        return b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(data), 28) + data
    data = text.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(data)) + data + bytes(4 + 4 + 2 + 1 + 67)


def lut(bits, channels, grid, function):
    """An A2B0 without curves; `function` makes Lab of device values, 0 to 1."""
    head = (b"mft1" if bits == 8 else b"mft2") + bytes(4) + struct.pack(">BBBx", channels, 3, grid)
    head += b"".join(fixed(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1))
    top = 255 if bits == 8 else 65535
    form = ">B" if bits == 8 else ">H"

    def samples(values):
        return b"".join(struct.pack(form, min(max(round(v), 0), top)) for v in values)

    def encoded(lab):
        if bits == 8:
            return (lab[0] * 2.55, lab[1] + 128, lab[2] + 128)
        # Version 2 has 0xFF00 for 100.
        return (lab[0] * 652.8, (lab[1] + 128) * 256, (lab[2] + 128) * 256)

    if bits == 8:
        identity = samples(range(256))
    else:
        head += struct.pack(">HH", 2, 2)
        identity = samples((0, 65535))
    places = [i / (grid - 1) for i in range(grid)]
    points = [()]
    for _ in range(channels):
        points = [p + (v,) for p in points for v in places]
    cube = b"".join(samples(encoded(function(*p))) for p in points)
    return head + identity * channels + cube + identity * 3


def lab(x, y, z):
    def f(t):
        return t ** (1 / 3) if t > 216 / 24389 else (841 / 108) * t + 4 / 29
    fx, fy, fz = f(x / D50[0]), f(y / D50[1]), f(z / D50[2])
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def ink(c, m, y, k):
    """Inks over each other, each with some of the wrong colours."""
    light = [1.0, 1.0, 1.0]
    for amount, shares in ((c, (0.05, 0.6, 0.85)), (m, (0.75, 0.08, 0.45)), (y, (0.9, 0.85, 0.1)), (k, (0.03,) * 3)):
        light = [v * (1 - amount + amount * s) for v, s in zip(light, shares)]
    return lab(*(sum(SRGB[i][row] * light[i] for i in range(3)) for row in range(3)))


def screen(r, g, b):
    """A screen whose colours bleed into each other, which no matrix describes."""
    light = [v ** 2.0 for v in (r, g, b)]
    mixed = [0.9 * light[i] + 0.1 * light[i] * light[(i + 1) % 3] for i in range(3)]
    return lab(*(sum(SRGB[i][row] * mixed[i] for i in range(3)) for row in range(3)))


def profile(name, text, version, kind, space, pcs, tags):
    tags = [(b"desc", description(text, version)), (b"wtpt", xyz(D50))] + tags
    offset, directory, data = 132 + 12 * len(tags), b"", b""
    for signature, body in tags:
        body += bytes(-len(body) % 4)
        directory += struct.pack(">4sII", signature, offset + len(data), len(body))
        data += body
    size = offset + len(data)
    head = struct.pack(">I4sI4s4s4s6H4s", size, bytes(4), version << 24, kind, space, pcs, 2000, 1, 1, 0, 0, 0, b"acsp")
    head += bytes(28) + b"".join(map(fixed, D50))
    head += bytes(128 - len(head))
    with open(name + ".icc", "wb") as file:
        file.write(head + struct.pack(">I", len(tags)) + directory + data)


def matrix(name, text, version, columns, curve):
    tags = [(signature, xyz(column)) for signature, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns)]
    tags += [(signature, curve) for signature in (b"rTRC", b"gTRC", b"bTRC")]
    profile(name, text, version, b"mntr", b"RGB ", b"XYZ ", tags)


matrix("swapped", "Red and blue exchanged", 2, SRGB[::-1], gamma(2.2))
matrix("display-p3", "A Display P3", 4, P3, parametric())
matrix("adobe-rgb", "An Adobe RGB", 2, ADOBE, gamma(2.19921875))
matrix("srgb-table", "An sRGB with a table", 2, SRGB, table(srgb, 1024))
profile("gray-gamma", "Gray, gamma 1.8", 2, b"mntr", b"GRAY", b"XYZ ", [(b"kTRC", gamma(1.8))])
profile("cmyk", "Four inks", 2, b"prtr", b"CMYK", b"Lab ", [(b"A2B0", lut(8, 4, 5, ink))])
profile("rgb-table", "Colours that bleed", 2, b"mntr", b"RGB ", b"Lab ", [(b"A2B0", lut(16, 3, 9, screen))])
