/** The yardstick's server: a bare Fastify route that answers JSON of so many bytes. Argument: how many. Prints its port. */
import Fastify from 'fastify'

const rows = 20
const size = Number(process.argv[2])
/** As an answer is made: an object that becomes text at each ask. */
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
