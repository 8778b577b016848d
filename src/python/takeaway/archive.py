"""Archives: files of results with checksums and random access."""
from __future__ import annotations

import os
from ctypes import byref, c_uint64, create_string_buffer
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import Handle, InvalidError, MismatchError, as_path, check, expect, lib, natural
from ._run import NumbersOut, Run, RunOptions, Whole, Wholes, each

if TYPE_CHECKING:
    from typing_extensions import Unpack

CONTENT = {1: "cold", 2: "nim", 3: "length"}


def reopened(kind: type[Archive], path: str | bytes, known: str) -> Archive:
    """Opens an archive that has been copied or pickled."""
    archive = kind(path)
    if archive.hash != known:
        raise MismatchError(f"the file {path!r} is not what it was when its Archive was copied")
    return archive


class Archive:
    """The results of heaps [0, end) of one game, in a file.

    archive[a:b] reads what is needed of heaps a to b - 1: the cold positions
    among them (content "cold"; uint64), or the value of each (uint16).
    archive[i] is whether heap i is cold, or its value; of an array, list or range
    of heaps an array of their shape, and a mask as in NumPy. Counted from the end if negative, as in a list.
    Cost: reads the frames that have the heaps; of several heaps one for each.

    path     the file
    game, misere, content ("cold", "nim", "length"), end, count (of
    cold positions; of values: end), path

    FileError if it cannot be read, MismatchError if it is damaged, which is
    checked of each part as it is read. Several threads may read it. A copy
    opens the file again; so does another process to which it is sent.

    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> archive = Game("squares").save(os.path.join(folder.name, "squares.ta"), 10**5)
    >>> archive
    <Archive of squares: cold, 2781 below 100000>
    >>> archive[99900:]
    array([99919], dtype=uint64)
    >>> archive[-1], archive.count_below(10**4), archive[range(5, 8)]
    (False, 579, array([ True, False,  True]))
    >>> archive.check(), len(archive.hash)
    (None, 64)
    >>> archive.close(); folder.cleanup()
    """

    def __init__(self, path: str | bytes | os.PathLike) -> None:
        self._handle: Any = Handle(lib.ta_archive_close)
        encoded = as_path("path", path)
        self.path = os.fspath(path)
        check(lib.ta_archive_open, encoded, byref(self._handle))
        info = lib.ta_archive_about(self._handle).contents
        self.game: str = info.game.decode()
        self.misere = bool(info.convention)
        self.content: str = CONTENT[info.content]
        self.end: int = info.end
        self.goal: int = info.goal
        self._count: int = info.count

    def close(self) -> None:
        """Closes the file; also at the end of a `with`, and when it is let go. A call that reads it ends first.

        What needs the file is then refused by InvalidError.
        """
        self._handle = None

    def __reduce__(self) -> Any:
        return reopened, (type(self), self.path, self.hash)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _open(self) -> Handle:
        handle: Handle | None = self._handle
        if handle is None:
            raise InvalidError(f"the archive {self.path!r} is closed")
        return handle

    def __len__(self) -> int:
        """The number of heaps."""
        return self.end

    @property
    def count(self) -> int:
        """How many cold positions it holds; of values: end."""
        return self._count

    def __repr__(self) -> str:
        return f"<Archive of {self.game}: {self.content}, {self._count} below {self.end}>"

    def __getitem__(self, key: Any) -> Any:
        if np.ndim(key):
            if (mask := np.asarray(key)).dtype == bool:
                if mask.shape != (self.end,):
                    raise IndexError(f"a mask has one element for each of the {self.end} heaps")
                key = np.flatnonzero(mask)
            return each(key, self.__getitem__, bool if self.content == "cold" else np.uint16)
        if not isinstance(key, slice):
            expect("index", "an integer or a slice", key, hasattr(type(key), "__index__"))
            heap = range(self.end)[key]  # negative ones, and IndexError
            found = self[heap:heap + 1]
            return bool(len(found)) if self.content == "cold" else int(found[0])
        start, stop, step = key.indices(self.end)
        if step != 1:
            raise InvalidError(f"the step of a slice of an archive is 1, not {step}")
        stop = max(start, stop)
        if self.content != "cold":
            values = np.empty(stop - start, np.uint16)
            for at in range(start, stop, 1 << 26):  # Ctrl-C acts between two calls
                check(lib.ta_archive_values_array, self._open(), at, min(at + (1 << 26), stop),
                      values.ctypes.data + 2 * (at - start))
            return values
        out = NumbersOut()
        check(lib.ta_archive_cold_array, self._open(), start, stop, out.address, out.count)
        return out.array()

    def count_below(self, p: Whole | Wholes) -> Any:
        """How many cold positions are below p <= end, reading one frame; of several an array of their shape, uint64."""
        def below(one: Any) -> int:
            count = c_uint64()
            check(lib.ta_archive_count_below, self._open(), natural("p", one), byref(count))
            return count.value
        return each(p, below, np.uint64)

    @property
    def hash(self) -> str:
        """SHA-256 of the index: equal for archives of equal content and end."""
        text = create_string_buffer(65)
        lib.ta_archive_hash(self._open(), text)
        return text.value.decode()

    def check(self, **options: Unpack[RunOptions]) -> None:
        """Reads all of it; MismatchError says what is damaged. Takes RunOptions. Cost: that of decompressing it."""
        with Run(**options) as run:
            run(lib.ta_archive_check, self._open(), run.options)
