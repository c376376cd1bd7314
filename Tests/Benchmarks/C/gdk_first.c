/* Loads one file with gdk-pixbuf and prints its first pixel. */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdio.h>

int main(int count, char **words) {
    GError *error = NULL;
    GdkPixbuf *picture = count == 2 ? gdk_pixbuf_new_from_file(words[1], &error) : NULL;
    if (!picture) return 1;
    printf("%d\n", gdk_pixbuf_get_pixels(picture)[0]);
    g_object_unref(picture);
    return 0;
}
