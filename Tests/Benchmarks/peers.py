"""What the benchmarks run of Python's image libraries.

    peers.py thumbnail IN SIDE OUT                          pyvips: a thumbnail, whole process
    peers.py resize pillow|libvips FILE SIDE area|lanczos3 COUNT    pixels at rest to pixels: CPU ms of each
"""

import sys
import time


def thumbnail(path, side, out):
    import pyvips

    pyvips.Image.thumbnail(path, int(side), height=int(side)).write_to_file(out)


def with_pillow(path, side, kernel):
    from PIL import Image

    filters = {"area": Image.Resampling.BOX, "lanczos3": Image.Resampling.LANCZOS}
    image = Image.open(path).convert("RGBA")
    size = (side, image.height * side // image.width)
    return lambda: image.resize(size, filters[kernel])


def with_libvips(path, side, kernel):
    import pyvips

    image = pyvips.Image.new_from_file(path).copy_memory()
    scale = side / image.width
    if kernel == "area":
        return lambda: image.shrink(1 / scale, 1 / scale).write_to_memory()
    return lambda: image.resize(scale, kernel=kernel).write_to_memory()


def resize(library, path, side, kernel, count):
    run = {"pillow": with_pillow, "libvips": with_libvips}[library](path, int(side), kernel)
    for _ in range(int(count)):
        start = time.process_time()
        run()
        print((time.process_time() - start) * 1000)


{"thumbnail": thumbnail, "resize": resize}[sys.argv[1]](*sys.argv[2:])
