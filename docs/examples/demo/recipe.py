#!/usr/bin/env python3
"""Draws the demo's pictures: every file is computed here, from formulas, with the standard library alone.

    recipe.py FOLDER            writes the PNG, APNG and GIF files
    recipe.py --turn IN OUT     adds an EXIF orientation (a quarter turn clockwise) to a JPEG file
"""
import math
import struct
import sys
import zlib
from pathlib import Path


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(width, height, depth, color, rows, *extra):
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(extra) + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def clamp(value):
    return max(0, min(255, int(value)))


def spheres(width, height):
    """Three balls on a floor, lit from the upper left."""
    balls = [(-1.1, 0.0, 4.2, 1.0, (38, 80, 190)), (1.0, -0.2, 3.6, 0.8, (222, 184, 65)),
             (0.1, -0.55, 2.6, 0.45, (235, 235, 240))]
    light = (-0.55, 0.75, -0.37)
    for y in range(height):
        row = bytearray()
        for x in range(width):
            dx, dy, dz = (x - width / 2) / height * 1.6, (height / 2 - y) / height * 1.6, 1.6
            length = math.sqrt(dx * dx + dy * dy + dz * dz)
            dx, dy, dz = dx / length, dy / length, dz / length
            row += bytes(clamp(value) for value in trace(balls, light, dx, dy, dz))
        yield row


def sideways(rows):
    """The rows of the picture a quarter turn anticlockwise, as a camera held upright stores it."""
    pixels = [[row[at:at + 3] for at in range(0, len(row), 3)] for row in rows]
    for column in reversed(list(zip(*pixels))):
        yield b"".join(column)


def trace(balls, light, dx, dy, dz):
    best = None
    for bx, by, bz, radius, color in balls:
        b = dx * bx + dy * by + dz * bz
        root = b * b - (bx * bx + by * by + bz * bz - radius * radius)
        if root > 0 and 0 < b - math.sqrt(root) < (best[0] if best else 1e9):
            t = b - math.sqrt(root)
            best = (t, ((dx * t - bx) / radius, (dy * t - by) / radius, (dz * t - bz) / radius), color)
    if best:
        _, (nx, ny, nz), color = best
        shade = max(0.0, nx * light[0] + ny * light[1] + nz * light[2])
        mirror = max(0.0, 2 * shade * nz - light[2]) ** 24 if shade > 0 else 0
        glint = max(0.0, -mirror if mirror < 0 else mirror)
        return [value * (0.18 + 0.82 * shade) + 180 * glint * (nz < 0) for value in color]
    if dy < -0.001:
        t = -1.0 / dy
        px, pz = dx * t, dz * t
        square = (math.floor(px * 1.5) + math.floor(pz * 1.5)) % 2
        fade = min(1.0, 9 / (pz * pz + 1))
        shadow = min((math.hypot(px - bx + 0.5, pz - bz - 0.3) / radius for bx, _, bz, radius, _ in balls))
        dark = 0.45 + 0.55 * min(1.0, shadow)
        base = (90, 100, 130) if square else (190, 195, 210)
        return [(value * fade + 150 * (1 - fade)) * dark for value in base]
    return [150 + 60 * dy, 165 + 70 * dy, 200 + 60 * dy]


def drop(width, height):
    """A blue drop, transparent around it: straight alpha with a soft edge."""
    for y in range(height):
        row = bytearray()
        for x in range(width):
            u, v = (x - width / 2) / width * 2, (y - height * 0.58) / height * 2
            body = math.hypot(u, v if v > 0 else v * (0.55 + 0.35 * abs(u))) + (0.25 * max(0, -v) * abs(u) * 4)
            alpha = max(0.0, min(1.0, (0.68 - body) * 14))
            shine = max(0.0, 1 - math.hypot(u + 0.22, v + 0.1) * 4)
            row += bytes((clamp(30 + 60 * (1 - body) + 170 * shine), clamp(80 + 90 * (0.7 - v) + 120 * shine),
                          clamp(200 + 40 * (1 - body) + 55 * shine), clamp(alpha * 255)))
        yield row


def depth(width, height):
    """A 16-bit gray ramp with ripples: more shades than 8 bits hold."""
    for y in range(height):
        row = bytearray()
        for x in range(width):
            ripple = math.sin(math.hypot(x - width / 2, y - height / 2) / 9)
            row += struct.pack(">H", int(65535 * (0.5 * x / width + 0.25 * (1 + ripple))))
        yield row


def ball_frames(size, count):
    """Frames of an APNG: a ball bounces, each frame only the rectangle that changes."""
    for index in range(count):
        phase = index / count
        height = abs(math.sin(phase * math.pi))
        top = int((size - 48) * (1 - height))
        left = int((size - 48) * phase)
        rows = []
        for y in range(48):
            row = bytearray()
            for x in range(48):
                u, v = (x - 23.5) / 24, (y - 23.5) / 24
                inside = max(0.0, min(1.0, (1 - math.hypot(u, v)) * 12))
                shine = max(0.0, 1 - math.hypot(u + 0.35, v + 0.4) * 2)
                row += bytes((clamp(210 + 45 * shine), clamp(160 + 80 * shine), clamp(40 + 190 * shine),
                              clamp(inside * 255)))
            rows.append(row)
        yield left, top, rows


def apng(size, count):
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0))
    out += chunk(b"acTL", struct.pack(">II", count + 1, 0))
    background = [bytes((38, 60, 120, 255)) * size for _ in range(size)]
    blank = zlib.compress(b"".join(b"\0" + row for row in background), 9)
    out += chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, size, size, 0, 0, 1, 20, 0, 0)) + chunk(b"IDAT", blank)
    sequence = 1
    for left, top, rows in ball_frames(size, count):
        out += chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, 48, 48, left, top, 1, 20, 2, 1))
        data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
        out += chunk(b"fdAT", struct.pack(">I", sequence + 1) + data)
        sequence += 2
    return out + chunk(b"IEND", b"")


def lzw(indices, size):
    """GIF's LZW, in sub-blocks."""
    clear, end = 1 << size, (1 << size) + 1
    table, width, buffer, held, out = {}, size + 1, 0, 0, bytearray()

    def emit(code):
        nonlocal buffer, held
        buffer |= code << held
        held += width
        while held >= 8:
            out.append(buffer & 255)
            buffer >>= 8
            held -= 8

    emit(clear)
    prefix = (indices[0],)
    for index in indices[1:]:
        if prefix + (index,) in table:
            prefix += (index,)
            continue
        emit(table[prefix] if len(prefix) > 1 else prefix[0])
        table[prefix + (index,)] = end + 1 + len(table)
        if end + len(table) == 1 << width and width < 12:
            width += 1
        if len(table) + end + 1 >= 4095:
            emit(clear)
            table, width = {}, size + 1
        prefix = (index,)
    emit(table[prefix] if len(prefix) > 1 else prefix[0])
    emit(end)
    if held:
        out.append(buffer & 255)
    blocks = b"".join(bytes((len(out[i:i + 255]),)) + out[i:i + 255] for i in range(0, len(out), 255))
    return bytes((size,)) + blocks + b"\0"


def gif(size, count):
    """A turning wheel in sixteen blues, transparent outside."""
    palette = b"".join(bytes((int(20 + 9 * i), int(40 + 11 * i), int(110 + 9 * i))) for i in range(15)) + b"\0\0\0"
    out = b"GIF89a" + struct.pack("<HHBBB", size, size, 0xB3, 0, 0) + palette
    out += b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0"
    for frame in range(count):
        indices = []
        for y in range(size):
            for x in range(size):
                u, v = x - size / 2 + 0.5, y - size / 2 + 0.5
                radius = math.hypot(u, v)
                angle = (math.atan2(v, u) / math.tau * 6 + frame / count + radius / size) % 1
                indices.append(15 if radius > size / 2 else int(angle * 15) % 15)
        out += b"\x21\xF9\x04" + struct.pack("<BHB", 0x09, 6, 15) + b"\0"
        out += b"\x2C" + struct.pack("<HHHHB", 0, 0, size, size, 0) + lzw(indices, 4)
    return out + b"\x3B"


def turn(source, target):
    data = Path(source).read_bytes()
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    segment = b"\xFF\xE1" + struct.pack(">H", len(body) + 2) + body
    Path(target).write_bytes(data[:2] + segment + data[2:])


def draw(folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows = list(spheres(480, 320))
    (folder / "spheres.png").write_bytes(png(480, 320, 8, 2, rows))
    (folder / "sideways.png").write_bytes(png(320, 480, 8, 2, sideways(rows)))
    (folder / "drop.png").write_bytes(png(240, 240, 8, 6, drop(240, 240)))
    (folder / "depth.png").write_bytes(png(256, 160, 16, 0, depth(256, 160)))
    (folder / "ball.apng").write_bytes(apng(160, 24))
    (folder / "wheel.gif").write_bytes(gif(128, 12))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--turn":
        turn(sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 2:
        draw(sys.argv[1])
    else:
        sys.exit(__doc__)
