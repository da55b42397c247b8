/** A way for ffmpeg to one server: a port on loopback whose every connection goes to a checked address of it (promise 34). ffmpeg resolves no name and follows no redirect. */
import net from 'node:net'
import tls from 'node:tls'
import { judgeSource, lookupOf, type SourceRule } from '../../kit/outside.ts'

/** isHttp: a server that answers with anything but success is cut off, since ffmpeg would follow a redirect. */
export type ForwarderDeps = {
  host: string
  port: number
  isTls: boolean
  isHttp: boolean
  rule: SourceRule
  silenceMs: number
}

const statusBytes = 12

/** failed(): why the last connection was not made: private, own_port, unknown_host, refused; '' if it was. */
export async function openForwarder({ host, port, isTls, isHttp, rule, silenceMs }: ForwarderDeps) {
  const sockets = new Set<net.Socket>()
  let failed = ''
  const server = net.createServer((near) => {
    track(near)
    void pass(near).catch(() => near.destroy())
  })

  async function pass(near: net.Socket): Promise<void> {
    const { verdict, addresses } = await judgeSource(host, port, rule)
    failed = verdict === 'fine' ? 'refused' : verdict
    if (verdict !== 'fine') return void near.destroy()
    const name = host.replace(/^\[|\]$/g, '')
    const options = { host: name, port, lookup: lookupOf(addresses), autoSelectFamily: true }
    const far = isTls ? tls.connect({ ...options, servername: net.isIP(name) ? '' : name }) : net.connect(options)
    track(far)
    far.setTimeout(silenceMs, () => far.destroy())
    far.once(isTls ? 'secureConnect' : 'connect', () => {
      failed = ''
      near.pipe(far)
      if (isHttp) passAnswer(far, near)
      else far.pipe(near)
    })
    far.once('close', () => near.destroySoon())
    near.once('close', () => far.destroy())
  }

  /** ffmpeg makes one request a connection. */
  function passAnswer(far: net.Socket, near: net.Socket): void {
    let head = Buffer.alloc(0)
    far.on('data', function read(bytes: Buffer) {
      head = Buffer.concat([head, bytes])
      if (head.length < statusBytes) return
      far.off('data', read)
      if (!/^(HTTP\/1\.\d|ICY) 2/.test(head.toString('latin1', 0, statusBytes))) return void far.destroy()
      near.write(head)
      far.pipe(near)
    })
  }

  function track(socket: net.Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    failed: () => failed,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
