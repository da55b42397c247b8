/** Whether the program at the other end of a loopback connection has read everything that was sent to it. */
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

const lookAgainMs = 2
/** Where the system does not say it. */
const readWithinMs = 500

/** Waits until both queues of the connection are empty: what was sent has arrived, and has been read. */
export async function whenRead(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    const unread = await unreadBytes(socket)
    if (unread === undefined) return after(readWithinMs)
    if (unread === 0) return
    await after(lookAgainMs)
  }
}

/** As Linux lists its connections; undefined on other systems. */
async function unreadBytes({ localPort, remotePort }: Socket): Promise<number | undefined> {
  const table = await readFile('/proc/self/net/tcp', 'latin1').catch(() => '')
  const own = endOf(localPort)
  const other = endOf(remotePort)
  let [sent, received]: (number | undefined)[] = []
  for (const line of table.split('\n')) {
    const [, local, remote, , queues = ''] = line.trim().split(/\s+/)
    const [toSend = '', toRead = ''] = queues.split(':')
    if (local === own && remote === other) sent = Number.parseInt(toSend, 16)
    if (local === other && remote === own) received = Number.parseInt(toRead, 16)
  }
  return sent === undefined || received === undefined ? undefined : sent + received
}

const endOf = (port = 0): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
