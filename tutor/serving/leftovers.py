"""The folder of a server's sockets, which the server locks; if the server was killed, the next one removes it."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

LOCK = "held"
FOLDERS = "voila_*"

if os.name == "posix":
    import fcntl

    def hold(folder: Path) -> int:
        """Lock a folder for as long as this process lives, and return the open lock."""
        lock = os.open(folder / f"{LOCK}.new", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.rename(folder / f"{LOCK}.new", folder / LOCK)
        return lock

    def is_left(folder: Path) -> bool:
        """Return whether the process that held a folder has ended."""
        try:
            lock = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        finally:
            os.close(lock)
        return True

    def sweep(parent: Path | None = None) -> None:
        """Remove the folders of servers that were killed. A folder that cannot be removed stays."""
        for folder in (parent or Path(tempfile.gettempdir())).glob(FOLDERS):
            with suppress(OSError):
                if not folder.is_symlink() and is_left(folder):
                    shutil.rmtree(folder)

else:  # there, kernels are reached through ports, and a few small files stay

    def hold(folder: Path) -> int:
        """Do nothing, because there are no sockets here."""
        return -1

    def sweep(parent: Path | None = None) -> None:
        """Do nothing."""
