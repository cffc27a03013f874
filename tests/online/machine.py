"""A machine that is thrown away: this one as it is, seen through a layer that keeps every change to itself.

Files, users and processes that are made in it are gone with it. The network is this machine's own, so
that packages can be had; PostgreSQL in it is another one, reached by its socket in a folder of its own.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

PREPARE = """
set -eu
mount -t tmpfs tmpfs {top}
mkdir {top}/changes {top}/work {top}/root
mount -t overlay overlay -o lowerdir=/,upperdir={top}/changes,workdir={top}/work {top}/root
mount -t proc proc {top}/root/proc
mount --rbind /dev {top}/root/dev
mount -t tmpfs tmpfs {top}/root/run
cp {script} {top}/root/run/script
exec chroot {top}/root bash run/script
"""

EMPTY_POSTGRES = """
# A machine that has PostgreSQL already has clusters, which are somebody's: here they are none of ours.
install --directory --owner postgres /run/postgresql
# Their folders lie below this machine's: a database made there meanwhile may keep one from being removed.
pg_lsclusters --no-header | while read -r version name rest; do
  for try in 1 2 3 4 5; do pg_dropcluster "$version" "$name" && break || sleep 1; done
done
version=$(ls /usr/lib/postgresql | sort -n | tail -n 1)
pg_createcluster "$version" main >/dev/null
pg_ctlcluster "$version" main start -- -o "-c listen_addresses=''"
"""


def run(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script of bash on such a machine, as root; `folder` is where it is put together."""
    file, top = folder / "script", folder / "machine"
    file.write_text(script)
    top.mkdir()
    prepare = PREPARE.format(top=shlex.quote(str(top)), script=shlex.quote(str(file)))
    return subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", prepare],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **environment},
    )
