/** Static files of the built web app: hashed files are cached for ever, the others are revalidated each time. */
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const hashed = /-[\w-]{8,}\.\w+(\.(br|gz))?$/

export async function mountWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', async (_, reply) =>
      reply.type('text/plain; charset=utf-8').send('The web app is not built yet: run `npm start`, or `npm run build`.\n'),
    )
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    // the build writes compressed copies beside each script
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.includes(`${sep}assets${sep}`) && hashed.test(path)
      void reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
