/** Baseline server: a bare Fastify route with a JSON response of a given size. Argument: bytes. Prints its port. */
import Fastify from 'fastify'

const rows = 20
const size = Number(process.argv[2])
/** Serialized from an object on each request, as real responses are. */
const answer = {
  code: 200,
  data: Array.from({ length: rows }, (_, id) => ({ id, text: 'x'.repeat(Math.max(1, Math.floor(size / rows) - 20)) })),
}

const app = Fastify()
app.post('/', () => answer)
app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
  payload.resume().on('end', () => done(null, {}))
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(new URL(url).port)
