#!/usr/bin/env python3
"""Draws the pictures of the conformance tests: PNG and GIF with the standard library alone, JPEG with
cjpeg (Debian: libjpeg-turbo-progs) but for CMYK, which it does not write.

    recipe.py       writes png/, jpeg/ and gif/ beside itself
"""
import math
import struct
import subprocess
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def shade(x, y, phase=0):
    """A value of 0 to 1 which differs from pixel to pixel, smooth enough to be compressed."""
    return 0.5 + 0.25 * math.sin(x / 3.7 + phase) + 0.25 * math.cos((x + 2 * y) / 5.3 - phase)


def color(x, y, phase=0):
    return tuple(int(255 * shade(x + 7 * band, y + 3 * band, phase + band)) for band in range(3))


# PNG


def chunk(kind, data=b""):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def filtered(rows, width_of_pixel):
    """Rows with PNG's filters 0 to 4 in turn."""
    before, out = None, b""
    for number, row in enumerate(rows):
        before = before or bytes(len(row))
        kind = number % 5
        line = bytearray()
        for index, value in enumerate(row):
            a = row[index - width_of_pixel] if index >= width_of_pixel else 0
            b = before[index]
            c = before[index - width_of_pixel] if index >= width_of_pixel else 0
            guess = a + b - c
            paeth = min((a, b, c), key=lambda near: abs(guess - near))
            line.append((value - (0, a, b, (a + b) // 2, paeth)[kind]) & 255)
        out += bytes((kind,)) + bytes(line)
        before = row
    return out


def packed(values, depth):
    if depth == 16:
        return b"".join(struct.pack(">H", value) for value in values)
    out, held, count = bytearray(), 0, 0
    for value in values:
        held, count = held << depth | value, count + depth
        if count == 8:
            out.append(held)
            held, count = 0, 0
    return bytes(out) + (bytes((held << (8 - count),)) if count else b"")


def adam7(width, height):
    for x0, y0, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        columns, lines = range(x0, width, dx), range(y0, height, dy)
        if columns and lines:
            yield columns, lines


def picture(width, height, depth, samples, pixel, interlaced=False):
    """Compressed image data; `pixel` gives the samples at x, y."""
    passes = adam7(width, height) if interlaced else [(range(width), range(height))]
    step = max(1, depth * samples // 8)
    data = b""
    for columns, lines in passes:
        rows = [packed([value for x in columns for value in pixel(x, y)], depth) for y in lines]
        data += filtered(rows, step)
    return zlib.compress(data, 9)


def head(width, height, depth, kind, interlaced=False):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced))


def data_chunks(data, count):
    """Image data in several chunks, an empty one among them."""
    size = len(data) // count + 1
    parts = [data[start:start + size] for start in range(0, len(data), size)]
    return chunk(b"IDAT", parts[0]) + chunk(b"IDAT") + b"".join(chunk(b"IDAT", part) for part in parts[1:])


def profile():
    """The front of an ICC profile with one tag: enough to be kept, nothing to be applied."""
    body = b"desc\0\0\0\0" + bytes(range(64))
    tags = struct.pack(">I4sII", 1, b"desc", 144, len(body))
    size = 128 + len(tags) + len(body)
    front = struct.pack(">I4sI4s4s4s", size, b"none", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    return (front + bytes(12) + b"acsp").ljust(128, b"\0") + tags + body


def exif(orientation):
    return b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\0\0\0\0"


def four(x, y):
    return (*color(x, y), int(255 * shade(y, x, 2)))


def deep(x, y):
    return tuple(int(65535 * shade(x + 5 * band, y, band / 2)) for band in range(4))


def apng(size, beside):
    """Four frames on a canvas; with `beside` the image data is a picture of its own."""
    data = picture(size, size, 8, 4, four)
    sequence, frames = 0, b""
    if not beside:
        frames += chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, size, size, 0, 0, 1, 20, 0, 0))
        sequence = 1
    frames += data_chunks(data, 2)
    for number in range(3):
        side, place = size // 2 + number, 2 * number
        part = picture(side, side, 8, 4, lambda x, y: (*color(x, y, number), 255 if (x + y) % 3 else 90))
        frames += chunk(b"fcTL", struct.pack(
            ">IIIIIHHBB", sequence, side, side, place, place + 1, number, 0 if number == 0 else 100, number, number % 2))
        middle = len(part) // 2
        frames += chunk(b"fdAT", struct.pack(">I", sequence + 1) + part[:middle])
        frames += chunk(b"fdAT", struct.pack(">I", sequence + 2) + part[middle:])
        sequence += 3
    count = 3 if beside else 4
    return head(size, size, 8, 6) + chunk(b"acTL", struct.pack(">II", count, 2)) + frames + chunk(b"IEND")


def draw_png(write):
    end = chunk(b"IEND")
    gray = lambda depth: lambda x, y: (int((2**depth - 1) * shade(x, y)),)
    write("gray1.png", head(37, 23, 1, 0) + chunk(b"IDAT", picture(37, 23, 1, 1, gray(1))) + end)
    write("gray16.png", head(19, 13, 16, 0) + chunk(b"IDAT", picture(19, 13, 16, 1, gray(16))) + end)
    write("graya8.png", head(21, 17, 8, 4)
          + chunk(b"IDAT", picture(21, 17, 8, 2, lambda x, y: (color(x, y)[0], color(y, x)[1]))) + end)
    palette = b"".join(bytes((17 * i, 255 - 11 * i, 40 + 9 * i)) for i in range(16))
    write("palette4.png", head(29, 19, 4, 3) + chunk(b"PLTE", palette) + chunk(b"tRNS", bytes((0, 80, 160)))
          + chunk(b"IDAT", picture(29, 19, 4, 1, lambda x, y: (int(15 * shade(x, y)),))) + end)
    write("rgb8.png", head(31, 27, 8, 2) + chunk(b"gAMA", struct.pack(">I", 45455))
          + chunk(b"iCCP", b"test\0\0" + zlib.compress(profile())) + chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1))
          + chunk(b"tEXt", b"Title\0Waves") + chunk(b"eXIf", exif(6))
          + data_chunks(picture(31, 27, 8, 3, color), 3)
          + chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"Drawn from formulas. " * 9)) + end)
    write("rgba16.png", head(23, 18, 16, 6) + chunk(b"IDAT", picture(23, 18, 16, 4, deep)) + end)
    write("interlaced.png", head(27, 22, 8, 6, True) + data_chunks(picture(27, 22, 8, 4, four, True), 2) + end)
    write("interlaced16.png", head(13, 11, 16, 2, True)
          + chunk(b"IDAT", picture(13, 11, 16, 3, lambda x, y: deep(x, y)[:3], True)) + end)
    write("animated.png", apng(20, False))
    write("animated-beside.png", apng(16, True))


# JPEG


def ppm(width, height, samples):
    kind = b"P6" if samples == 3 else b"P5"
    rows = b"".join(bytes(color(x, y)[:samples]) for y in range(height) for x in range(width))
    return kind + b"\n%d %d\n255\n" % (width, height) + rows


def cjpeg(width, height, samples, *options):
    return subprocess.run(["cjpeg", *options], input=ppm(width, height, samples), stdout=subprocess.PIPE, check=True).stdout


def segment(marker, data):
    return bytes((255, marker)) + struct.pack(">H", len(data) + 2) + data


def with_segments(data, *segments):
    return data[:2] + b"".join(segments) + data[2:]


def with_metadata(data):
    icc, half = profile(), 100
    parts = [b"ICC_PROFILE\0" + bytes((number + 1, 2)) + part for number, part in enumerate((icc[:half], icc[half:]))]
    return with_segments(data, segment(0xE1, b"Exif\0\0" + exif(8)), segment(0xE2, parts[0]), segment(0xE2, parts[1]),
                         segment(0xFE, b"Drawn from formulas"))


def flat_cmyk(width, height, adobe):
    """Four components, each block of one value: only differences of DC, and an end of block."""
    lengths = (0, 0, 0, 12) + (0,) * 12
    huffman = segment(0xC4, b"\x00" + bytes(lengths) + bytes(range(12))) + segment(
        0xC4, b"\x10\x01" + bytes(15) + b"\x00")
    bits, before = "", [0] * 4
    for y in range(0, height, 8):
        for x in range(0, width, 8):
            for band in range(4):
                value = int(200 * shade(x + 3 * band, y + 5 * band, band)) - 100
                change, before[band] = value - before[band], value
                size = abs(change).bit_length()
                bits += format(size, "04b")
                if size:
                    bits += format(change if change > 0 else change + (1 << size) - 1, "0%db" % size)
                bits += "0"
    bits += "1" * (-len(bits) % 8)
    scan = bytes(int(bits[start:start + 8], 2) for start in range(0, len(bits), 8)).replace(b"\xff", b"\xff\0")
    frame = struct.pack(">BHHB", 8, height, width, 4) + b"".join(bytes((band + 1, 0x11, 0)) for band in range(4))
    order = b"\x04" + b"".join(bytes((band + 1, 0)) for band in range(4)) + b"\0\x3f\0"
    return (b"\xff\xd8" + (segment(0xEE, b"Adobe\0\x64\0\0\0\0\0") if adobe else b"")
            + segment(0xDB, b"\0" + bytes((8,) * 64)) + segment(0xC0, frame) + huffman + segment(0xDA, order) + scan
            + b"\xff\xd9")


def draw_jpeg(write):
    write("baseline420.jpeg", cjpeg(45, 37, 3, "-quality", "80", "-sample", "2x2"))
    write("baseline444.jpeg", cjpeg(33, 29, 3, "-quality", "85", "-sample", "1x1"))
    write("restarts422.jpeg", cjpeg(40, 24, 3, "-quality", "75", "-sample", "2x1", "-restart", "2B"))
    write("gray.jpeg", cjpeg(35, 26, 1, "-quality", "80"))
    write("progressive.jpeg", cjpeg(43, 34, 3, "-quality", "80", "-progressive"))
    write("progressive-gray.jpeg", cjpeg(30, 41, 1, "-quality", "70", "-progressive"))
    write("metadata.jpeg", with_metadata(cjpeg(26, 19, 3, "-quality", "75", "-optimize")))
    write("cmyk-adobe.jpeg", flat_cmyk(42, 27, True))
    write("cmyk.jpeg", flat_cmyk(33, 20, False))


# GIF


def lzw(indices, size):
    """GIF's LZW, in sub-blocks."""
    clear, end = 1 << size, (1 << size) + 1
    table, width, held, count, out = {}, size + 1, 0, 0, bytearray()

    def emit(code):
        nonlocal held, count
        held |= code << count
        count += width
        while count >= 8:
            out.append(held & 255)
            held >>= 8
            count -= 8

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
        prefix = (index,)
    emit(table[prefix] if len(prefix) > 1 else prefix[0])
    emit(end)
    if count:
        out.append(held & 255)
    blocks = b"".join(bytes((len(out[i:i + 100]),)) + out[i:i + 100] for i in range(0, len(out), 100))
    return bytes((size,)) + blocks + b"\0"


def gif_rows(height, interlaced):
    if not interlaced:
        return list(range(height))
    return [y for start, step in ((0, 8), (4, 8), (2, 4), (1, 2)) for y in range(start, height, step)]


def gif_palette(phase):
    return b"".join(bytes((13 * i, (40 * phase + 90 + 7 * i) & 255, 255 - 15 * i)) for i in range(16))


def gif_image(x, y, width, height, phase, interlaced=False, local=False):
    flags = (0x40 if interlaced else 0) | (0x83 if local else 0)
    indices = [int(15.9 * shade(column, row, phase)) for row in gif_rows(height, interlaced) for column in range(width)]
    return (b"\x2C" + struct.pack("<HHHHB", x, y, width, height, flags) + (gif_palette(phase) if local else b"")
            + lzw(indices, 4))


def gif_control(disposal, delay, transparent=None):
    flags = disposal << 2 | (transparent is not None)
    return b"\x21\xF9\x04" + struct.pack("<BHB", flags, delay, transparent or 0) + b"\0"


def draw_gif(write):
    screen = lambda width, height: b"GIF89a" + struct.pack("<HHBBB", width, height, 0xB3, 0, 0) + gif_palette(0)
    comment = b"\x21\xFE\x13Drawn from formulas\0"
    loop = b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x02\0\0"
    write("still.gif", screen(39, 28) + comment + gif_image(0, 0, 39, 28, 0) + b"\x3B")
    write("interlaced.gif", screen(30, 25) + gif_control(0, 0, 3) + gif_image(0, 0, 30, 25, 1, True) + b"\x3B")
    for name, interlaced in (("animated.gif", False), ("animated-interlaced.gif", True)):
        frames = gif_control(1, 5) + gif_image(0, 0, 24, 20, 0)
        frames += gif_control(2, 10, 2) + gif_image(4, 3, 12, 9, 1, local=True)
        frames += gif_control(3, 0, 5) + gif_image(8, 6, 16, 14, 2, interlaced)
        frames += gif_control(0, 7) + gif_image(2, 1, 9, 17, 3, interlaced, local=True)
        write(name, screen(24, 20) + loop + frames + comment + b"\x3B")


DRAWERS = {"png": draw_png, "jpeg": draw_jpeg, "gif": draw_gif}

for name, draw in DRAWERS.items():
    (HERE / name).mkdir(exist_ok=True)
    draw(lambda file, data: (HERE / name / file).write_bytes(data))
