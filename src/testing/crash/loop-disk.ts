import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small real disk (ext4 in a file) that can be filled completely, or lose power. */
export interface LoopDisk {
  readonly directory: string
  /** Drops everything that was not flushed to the disk; nothing can be read or written until `remount`. */
  cutPower(): void
  remount(): void
  remove(): void
}

const quietly = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })

// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (linux/fs/ext4/ext4.h); Node has no ioctl.
const shutdown = 'open(my $d, "<", $ARGV[0]) or die $!; defined ioctl($d, 0x8004587D, my $f = pack("L", 2)) or die $!'

/** Creates and mounts such a disk; null if that is not possible (it needs root, loop devices and mkfs.ext4). */
export const mountLoopDisk = (megabytes: number): LoopDisk | null => {
  const base = mkdtempSync(join(tmpdir(), 'scheduler-disk-'))
  const [image, mountPoint] = [join(base, 'image'), join(base, 'mounted')]
  const mount = () => quietly('mount', ['-o', 'loop', image, mountPoint])
  try {
    // PostgreSQL runs as another user.
    chmodSync(base, 0o755)
    mkdirSync(mountPoint)
    quietly('truncate', ['-s', `${megabytes}M`, image])
    // No blocks are reserved for root, so that full means full.
    quietly('mkfs.ext4', ['-q', '-m', '0', image])
    mount()
  } catch {
    rmSync(base, { recursive: true, force: true })
    return null
  }
  const unmount = () => quietly('umount', [mountPoint])
  return {
    directory: mountPoint,
    cutPower: () => void quietly('perl', ['-e', shutdown, mountPoint]),
    remount: () => {
      unmount()
      mount()
    },
    remove: () => {
      unmount()
      if (existsSync(image)) rmSync(base, { recursive: true, force: true })
    },
  }
}
