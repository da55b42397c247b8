/** For tests: the box's side of the direct socket on a real port, with the real proofs. */
import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Code } from '@homeport/contract/kit/codes.ts'
import { lanProofText } from '@homeport/contract/lan.ts'
import { WebSocket, WebSocketServer } from 'ws'
import { aDevice } from './samples.ts'

type Reply = (data: Record<string, unknown>) => { code?: number; data?: unknown }

/** secret: what this machine knows; another machine at the address knows another one. replies: by act; others are not answered. */
export async function openLanBox({ secret, replies = {} }: { secret: string; replies?: Record<string, Reply> }) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((done) => server.once('listening', done))
  // NOTE: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const acts: { act: string; id: string; data: Record<string, unknown> }[] = []
  const state = { isMute: false, muteAfter: '', path: '', proofs: 0, closed: 0 }
  const open = new Set<WebSocket>()

  server.on('connection', (ws, request) => {
    state.path = request.url ?? ''
    let expected = ''
    ws.on('close', () => {
      state.closed += 1
      open.delete(ws)
    })
    ws.on('message', (bytes: Buffer) => {
      const { act, id, data } = JSON.parse(bytes.toString())
      if (state.isMute) return
      const reply = (code: number, message: unknown, dev = aDevice.devsn) =>
        ws.send(JSON.stringify({ act, dev, code, data: message, id }))
      if (act === 'onheadt') return reply(Code.ok, {}, '')
      if (act !== 'login') {
        acts.push({ act, id, data: data.data })
        if (act === state.muteAfter) state.isMute = true
        if (state.isMute) return
        const answer = replies[act]?.(data.data)
        return answer && reply(answer.code ?? Code.ok, answer.data ?? {})
      }
      if (data.data.access_id) {
        const boxNonce = randomBytes(8).toString('hex')
        const nonces = { devsn: aDevice.devsn, appNonce: data.data.nonce, boxNonce }
        const proofOf = (side: 'box' | 'app') =>
          createHmac('sha256', secret).update(lanProofText(side, nonces)).digest('base64url')
        expected = proofOf('app')
        return reply(Code.ok, { nonce: boxNonce, proof: proofOf('box') }, '')
      }
      state.proofs += 1
      if (data.data.proof !== expected) return reply(Code.wrongCredentials, null, '')
      open.add(ws)
      reply(Code.ok, { fd: 'lan-fd' }, '')
    })
  })

  return {
    address: `127.0.0.1:${port}`,
    state,
    acts,
    isOpen: () => open.size > 0,
    /** id: of the act that it answers. */
    push: (act: string, data: unknown, id?: string) => {
      for (const ws of open) ws.send(JSON.stringify({ act, dev: aDevice.devsn, code: Code.ok, data, id }))
    },
    cut: () => open.forEach((ws) => ws.terminate()),
    async stop() {
      for (const ws of server.clients) ws.terminate()
      await new Promise((done) => server.close(done))
    },
  }
}
