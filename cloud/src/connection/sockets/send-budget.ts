/** The send buffers of all app sockets of this process together: apps that do not read share one limit, however many they are (P43). */

/** Part of a WebSocket. */
type Buffered = { readonly bufferedAmount: number; terminate(): void }

export type SendBudget = { sent(socket: Buffered): void; closed(socket: Buffered): void }

/** Beyond maxBytes the sockets with the most unsent bytes are disconnected, until the rest fits. */
export function createSendBudget(maxBytes: number): SendBudget {
  /** As of each socket's last frame: too high where some of it was read since. */
  const unsent = new Map<Buffered, number>()
  let total = 0

  function set(socket: Buffered, bytes: number): void {
    total += bytes - (unsent.get(socket) ?? 0)
    if (bytes === 0) unsent.delete(socket)
    else unsent.set(socket, bytes)
  }

  return {
    sent(socket) {
      set(socket, socket.bufferedAmount)
      if (total <= maxBytes) return
      for (const one of unsent.keys()) set(one, one.bufferedAmount)
      const largestFirst = [...unsent].sort(([, one], [, other]) => other - one)
      for (const [one] of largestFirst) {
        if (total <= maxBytes) return
        set(one, 0)
        one.terminate()
      }
    },
    closed: (socket) => set(socket, 0),
  }
}
