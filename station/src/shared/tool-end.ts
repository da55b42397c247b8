/** How ffmpeg or ffprobe ended: whether that says something of the file, or only of the moment. */
import { constants } from 'node:os'

/** A file can bring a program to these; any other signal is from outside: a timer, a system without memory, the end of the box. */
const crashes = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSYS', 'SIGTRAP'])
const { EACCES, EPERM, EIO, ENOMEM, EAGAIN, EMFILE, ENFILE, ENOENT, ENODEV, ENXIO, ESTALE, ETIMEDOUT, ENOTCONN, EHOSTUNREACH } =
  constants.errno
/** A disk or share that is away or refuses, a file that is being moved, a machine that has nothing left. ffmpeg ends with 256 less the error. */
const passing = new Set(
  [EACCES, EPERM, EIO, ENOMEM, EAGAIN, EMFILE, ENFILE, ENOENT, ENODEV, ENXIO, ESTALE, ETIMEDOUT, ENOTCONN, EHOSTUNREACH].map(
    (errno) => 256 - errno,
  ),
)

/** code: of its exit, or of the error with which it did not start. */
export type ToolEnd = { code?: number | string | null | undefined; signal?: string | null | undefined }

/** It is tried again: another time it may end otherwise. */
export function isPassing({ code, signal }: ToolEnd): boolean {
  if (signal) return !crashes.has(signal)
  return typeof code === 'string' ? code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' : passing.has(code ?? 0)
}

/** code: of the error that ffprobe tells with -show_error, the system's less than 0. */
export function isPassingError(code: number | undefined): boolean {
  return code !== undefined && code < 0 && passing.has(256 + code)
}
