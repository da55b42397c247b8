/** Listens on a port of all addresses, IPv4 and IPv6; reports a port that cannot be had in one sentence. */
import { OperatorError } from '../operator-error.ts'

/** `setting`: the environment variable that selects the port. */
export async function listenOn(port: number, setting: string, on: (host: string) => Promise<unknown>): Promise<void> {
  // A machine without IPv6 serves IPv4 only.
  await on('::')
    .catch((error: NodeJS.ErrnoException) =>
      error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL' ? on('0.0.0.0') : Promise.reject(error),
    )
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw new OperatorError(`Port ${port} is in use by another program: stop that, or set ${setting} to a free port.`)
      if (error.code === 'EACCES')
        throw new OperatorError(`Port ${port} may not be opened by this user: set ${setting} to a port over 1023.`)
      throw error
    })
}
