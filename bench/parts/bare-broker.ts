/** Baseline broker: a bare aedes over WebSocket, nothing else. Prints its port. */
import { Aedes } from 'aedes'
import http from 'node:http'
import { WebSocketServer, createWebSocketStream } from 'ws'

const broker = await Aedes.createBroker()
const server = http.createServer()
new WebSocketServer({ server }).on('connection', (socket, request) => broker.handle(createWebSocketStream(socket), request))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
