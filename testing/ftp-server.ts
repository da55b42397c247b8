/** For tests: a real ftp server with passive connections, whose names are bytes. */
import net from 'node:net'

/** files: by path in Latin-1, which stands for its bytes. user '' : anybody. passive: the address that it names for the data, its own where absent. bytesPerSecond: of each transfer. */
export type FtpServerOptions = {
  files: Record<string, Buffer>
  user?: string
  password?: string
  passive?: { host: string; port: number }
  /** Bytes of each transfer after which its connection breaks. */
  cutAfter?: () => number
  bytesPerSecond?: number
}

export async function openFtpServer(parts: FtpServerOptions) {
  const commands: string[] = []
  const open = new Set<net.Socket | net.Server>()
  const server = net.createServer((socket) => serve(socket, parts, { commands, open }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.add(server)
  return {
    commands,
    port: portOf(server),
    stop: async (): Promise<void> => {
      for (const one of open) if (one instanceof net.Socket) one.destroy()
      const servers = [...open].filter((one) => one instanceof net.Server)
      await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))))
    },
  }
}

type Shared = { commands: string[]; open: Set<net.Socket | net.Server> }

function serve(
  socket: net.Socket,
  { files, user = '', password = '', passive, cutAfter, bytesPerSecond }: FtpServerOptions,
  shared: Shared,
): void {
  const { commands, open } = shared
  let [folder, name, from] = ['/', '', 0]
  let isIn = false
  let data: Promise<net.Socket> | undefined
  const reply = (text: string) => void socket.write(`${text}\r\n`, 'latin1')
  const pathOf = (text: string) => (text.startsWith('/') ? text : `${folder.replace(/\/$/, '')}/${text}`)
  const isFolder = (path: string) => Object.keys(files).some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`))

  function listen(): void {
    const listener = net.createServer()
    open.add(listener)
    data = new Promise((resolve) => {
      listener.once('connection', (line) => {
        open.add(line)
        line.on('error', () => line.destroy())
        listener.close()
        resolve(line)
      })
    })
    listener.listen(0, '127.0.0.1', () => {
      const { host, port } = passive ?? { host: '127.0.0.1', port: portOf(listener) }
      reply(`227 Entering Passive Mode (${host.replaceAll('.', ',')},${port >> 8},${port & 255})`)
    })
  }

  async function retrieve(path: string): Promise<void> {
    const body = files[path]
    if (!body) return reply('550 no such file')
    reply('150 here it comes')
    const line = await data
    const rest = body.subarray(from)
    const cut = cutAfter?.() ?? Infinity
    from = 0
    if (!line) return
    if (bytesPerSecond) return drip(line, rest, { bytesPerSecond, onEnd: () => reply('226 done') })
    if (cut >= rest.length) return void line.end(rest, () => reply('226 done'))
    line.write(rest.subarray(0, cut), () => line.destroy())
  }

  const handlers: Record<string, (text: string) => unknown> = {
    USER: (text) => {
      name = text
      reply(user === '' ? '230 in' : '331 password')
      isIn = user === ''
    },
    PASS: (text) => {
      isIn = user === '' || (name === user && text === password)
      reply(isIn ? '230 in' : '530 login incorrect')
    },
    PWD: () => reply(`257 "${folder}"`),
    TYPE: () => reply('200 fine'),
    CWD: (text) => {
      const next = pathOf(text)
      if (next !== '/' && !isFolder(next)) return reply('550 no such folder')
      folder = next
      reply('250 fine')
    },
    SIZE: (text) => reply(files[pathOf(text)] ? `213 ${files[pathOf(text)]?.length}` : '550 no such file'),
    MDTM: () => reply('213 20200101000000'),
    PASV: listen,
    REST: (text) => {
      from = Number(text)
      reply('350 from there')
    },
    RETR: (text) => retrieve(pathOf(text)),
    QUIT: () => socket.end('221 bye\r\n'),
  }

  let unread = ''
  open.add(socket)
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    const lines = (unread + text).split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      const [, verb = '', rest = ''] = /^(\w+) ?(.*)$/s.exec(line) ?? []
      commands.push(line)
      const isOpen = isIn || ['USER', 'PASS', 'QUIT'].includes(verb)
      if (!isOpen) reply('530 not logged in')
      else void (handlers[verb] ? handlers[verb](rest) : reply('502 not known'))
    }
  })
  reply('220 ready')
}

const drippedEveryMs = 50

function drip(line: net.Socket, rest: Buffer, { bytesPerSecond, onEnd }: { bytesPerSecond: number; onEnd: () => void }): void {
  const step = Math.ceil((bytesPerSecond * drippedEveryMs) / 1_000)
  let sent = 0
  const timer = setInterval(() => {
    if (line.destroyed) return clearInterval(timer)
    line.write(rest.subarray(sent, sent + step))
    sent += step
    if (sent < rest.length) return
    clearInterval(timer)
    line.end(onEnd)
  }, drippedEveryMs)
}

function portOf(server: net.Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
