/* Writes planes as PNG, where the header of libpng was found: the bits of a row
 * as they are, or values as grey levels of 8 bits. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<png.h>)
#define HAVE_PNG
#endif
#endif
#ifdef HAVE_PNG
#include <png.h>

const bool cli_pictures = true;

/* A failure stays in the draft, whose close reports it. */
static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    tai_draft_write(png_get_io_ptr(png), bytes, count);
}

static void flush_bytes(png_structp png)
{
    (void)png;
}

/* Sets row[] to row y of the picture. A value of 0 is black; the others are
 * between dark grey and white. */
static void fill_row(const cli_picture *p, uint64_t y, png_bytep row)
{
    if (p->values == NULL)
        memcpy(row, p->bits + y * ta_bits_words(p->width),
               (size_t)(p->width + 7) / 8);
    for (uint64_t x = 0; p->values != NULL && x < p->width; x++) {
        const unsigned value = p->values[y * p->width + x];
        row[x] = (png_byte)(value == 0 ? 0 : 64 + 191 * value / p->largest);
    }
}

/* Returns false if libpng fails, which then returns a second time from setjmp.
 * The caller owns everything. */
static bool write_picture(png_structp png, png_infop info, const cli_picture *p,
                          png_bytep row)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_user_limits(png, INT32_MAX, INT32_MAX);
    png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height,
                 p->values != NULL ? 8 : 1, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (p->values == NULL) { /* bit 0 comes first, and 1 is black */
        png_set_packswap(png);
        png_set_invert_mono(png);
    }
    for (uint64_t y = p->height; y-- > 0;) {
        fill_row(p, y, row);
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    return true;
}

bool cli_picture_write(const cli_picture *p, tai_draft *draft)
{
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    png_bytep row = malloc(p->width); /* enough for bits, too */
    bool ok = info != NULL && row != NULL;
    if (ok) {
        png_set_write_fn(png, draft, write_bytes, flush_bytes);
        ok = write_picture(png, info, p, row);
    }
    png_destroy_write_struct(&png, &info);
    free(row);
    return ok;
}
#else
const bool cli_pictures = false;

bool cli_picture_write(const cli_picture *p, tai_draft *draft)
{
    (void)p;
    (void)draft;
    return false;
}
#endif
