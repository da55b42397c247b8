/** `npm run -s pair`: prints the box's serial and a current pairing code as JSON, from the station's socket; waits up to 15 s for a box that is starting. */
import net from 'node:net'
import path from 'node:path'
import { root } from './runtime.mjs'

const socket = path.join(path.resolve(root, process.env.HOMEPORT_DATA || 'data'), 'station', 'pair.sock')
const until = Date.now() + 15_000
ask()

function ask() {
  let said = ''
  const line = net.connect(socket)
  line.setEncoding('utf8')
  line.on('data', (chunk) => (said += chunk))
  line.on('error', (error) => {
    if (Date.now() < until) return setTimeout(ask, 300)
    console.error(
      error.code === 'EACCES'
        ? 'Only the user who runs the box may ask for its pairing code: run this as that user.'
        : 'The box is not running. Start it with `npm start`, then try again.',
    )
    process.exitCode = 1
  })
  line.on('end', () => console.log(said.trim()))
}
