/** For tests: the real mpv without a display, and a stand-in that speaks its IPC and lies as no mpv should. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { delimiter, join } from 'node:path'
import { processesOf } from './processes.ts'
import type { MpvProgram } from '../screen/mpv/find-mpv.ts'

const path = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'mpv'))
  .find((one) => existsSync(one))

/** undefined where there is no mpv. A film is decoded and goes on in real time, unseen and unheard. */
export const realMpv: MpvProgram | undefined =
  path === undefined
    ? undefined
    : { path, args: ['--vo=null', '--ao=null', '--hwdec=no'], env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' } }

/** How it lies. */
export type MpvLie = 'silent' | 'endless' | 'flood' | 'nonsense' | 'deaf' | 'dies' | 'wrong'

/** A program of Node that is started as mpv. */
export function lyingMpv(folder: string, lie: MpvLie): MpvProgram {
  const program = join(folder, `mpv-${lie}`)
  const script = `#!${process.execPath}
const net = require('node:net')
const lie = ${JSON.stringify(lie)}
const socket = process.argv.find((one) => one.startsWith('--input-ipc-server=')).split('=')[1]
if (lie === 'deaf') setInterval(() => {}, 1000)
else net.createServer((peer) => {
  peer.on('error', () => {})
  const say = (line) => peer.write(JSON.stringify(line) + '\\n')
  const pour = (text) => { while (!peer.destroyed && peer.write(text)); peer.once('drain', () => pour(text)) }
  peer.setEncoding('utf8').on('data', (text) => {
    for (const line of text.split('\\n').filter(Boolean)) {
      const { command, request_id } = JSON.parse(line)
      if (lie === 'silent') continue
      if (command[0] === 'quit') process.exit(0)
      if (command[0] !== 'loadfile') {
        const wrong = { 'time-pos': 1e300, pause: 'perhaps', speed: -4, 'track-list': 7 }
        const data = lie === 'wrong' ? wrong[command[1]] : command[1] === 'time-pos' ? 1 : false
        say({ request_id, error: 'success', data })
        continue
      }
      say({ request_id, error: 'success', data: { playlist_entry_id: 1 } })
      if (lie === 'endless') pour('x'.repeat(65536))
      else if (lie === 'flood') pour(JSON.stringify({ event: 'property-change', name: 'x'.repeat(1000) }) + '\\n')
      else if (lie === 'nonsense') peer.write('No such option\\n')
      else {
        say({ event: 'file-loaded' })
        say({ event: 'playback-restart' })
        if (lie === 'dies') process.kill(process.pid, 'SIGKILL')
        if (lie === 'wrong') for (const name of ['volume', 'mute', 'speed']) say({ event: 'property-change', name, data: 'NaN' })
      }
    }
  })
}).listen(socket)
`
  writeFileSync(program, script)
  chmodSync(program, 0o755)
  return { path: program, args: [], env: { PATH: process.env.PATH ?? '' } }
}

/** The processes that play for a box in this folder. */
export const mpvsIn = (folder: string): number[] => processesOf(`--input-ipc-server=${folder}`)

/** A connection to the mpv of a box in this folder, as a person at its keyboard. */
export async function openKeyboard(folder: string) {
  const socket = net.createConnection(join(folder, 'station', 'mpv', 'socket'))
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let text = ''
  let sent = 0
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => {})
  return {
    press: (...command: (string | number | boolean)[]): void => void socket.write(`${JSON.stringify({ command })}\n`),
    async get(property: string): Promise<unknown> {
      const request_id = (sent += 1)
      socket.write(`${JSON.stringify({ command: ['get_property', property], request_id })}\n`)
      for (;;) {
        const line = text
          .split('\n')
          .slice(0, -1)
          .map((one): { request_id?: number; data?: unknown } => JSON.parse(one))
          .find((one) => one.request_id === request_id)
        if (line) return line.data
        await new Promise((resolve) => socket.once('data', resolve))
      }
    },
    close: () => void socket.destroy(),
  }
}
