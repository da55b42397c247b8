/** Static files of the built web app: hashed files are cached for ever, the others are revalidated each time. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { HostsFile } from '@homeport/contract/kit/hosts-file.ts'

const hashed = /-[\w-]{8,}\.\w+(\.(br|gz))?$/

export async function mountWeb(
  app: FastifyInstance,
  { folder, hostsFile }: { folder: string; hostsFile: HostsFile | undefined },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', async (_, reply) =>
      reply.type('text/plain; charset=utf-8').send('The web app is not built yet: run `npm start`, or `npm run build`.\n'),
    )
    return
  }
  if (hostsFile) await mountHostsFile(app, folder, hostsFile)
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

/** The page names the file only where there is one: otherwise the first call of each visit would wait for it. */
async function mountHostsFile(app: FastifyInstance, folder: string, hostsFile: HostsFile): Promise<void> {
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replace(
    '</title>',
    '</title>\n    <meta name="hosts" content="hosts.json" />',
  )
  for (const path of ['/', '/index.html'])
    app.get(path, async (_, reply) => reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page))
  app.get('/hosts.json', async (_, reply) => reply.header('Cache-Control', 'no-cache').send(hostsFile))
}
