#!/usr/bin/env python3
"""Writes an animated GIF: one picture, each frame in other colours.

    animation.py WIDTH HEIGHT FRAMES OUT.gif
"""
import struct
import sys

BITS = 7


def lzw(pixels):
    """The pixels compressed as GIF has it, in blocks."""
    clear, end = 1 << BITS, (1 << BITS) + 1
    output, held, held_bits = bytearray(), 0, 0

    def put(code, width):
        nonlocal held, held_bits
        held |= code << held_bits
        held_bits += width
        while held_bits >= 8:
            output.append(held & 255)
            held >>= 8
            held_bits -= 8

    width, codes = BITS + 1, {}
    put(clear, width)
    prefix = pixels[0]
    for pixel in pixels[1:]:
        key = prefix << 8 | pixel
        if key in codes:
            prefix = codes[key]
            continue
        put(prefix, width)
        code = end + 1 + len(codes)
        if code < 4096:
            codes[key] = code
            if code == 1 << width:
                width += 1
        else:
            put(clear, width)
            width, codes = BITS + 1, {}
        prefix = pixel
    put(prefix, width)
    put(end, width)
    if held_bits:
        output.append(held & 255)
    blocks = (output[at:at + 255] for at in range(0, len(output), 255))
    return bytes([BITS]) + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def palette(turn):
    return b"".join(bytes([(index * 2 + turn) % 256, index * 2, (turn * 3) % 256]) for index in range(1 << BITS))


def main():
    width, height, frames = map(int, sys.argv[1:4])
    picture = lzw([(x // 50 ^ y // 20) % (1 << BITS) for y in range(height) for x in range(width)])
    with open(sys.argv[4], "wb") as file:
        file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0x70, 0, 0))
        file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
        for frame in range(frames):
            file.write(b"\x21\xf9\x04\x04\x04\0\0\0")
            file.write(b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0x80 | BITS - 1) + palette(frame) + picture)
        file.write(b"\x3b")


main()
