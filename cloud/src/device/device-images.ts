/** Pictures of boxes that the operator keeps in a folder (HOMEPORT_DEVICE_IMAGES). GET /{lang}/device/image/{file}, for anyone: a picture names no box. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Device } from '@homeport/contract/device.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import type { FastifyInstance } from 'fastify'

/** `<start of a serial number>.png`, with `@2x` before the dot for screens of double density; `default` is for all others. */
const fileName = /^([a-z\d-]{1,64})(@2x)?\.(png|jpe?g|webp)$/i
const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' }
const cached = 'public, max-age=86400'

export type DeviceImages = {
  /** Addresses relative to the device host; '' where there is none. */
  of(devsn: string): Device['images']
  mount(app: FastifyInstance): void
}

/** folder: read once, when the cloud starts; undefined: no pictures. */
export function createDeviceImages(folder: string | undefined): DeviceImages {
  const files = new Map<string, { path: string; type: string }>()
  const byStart = new Map<string, Device['images']>()
  if (folder !== undefined)
    for (const file of readdirSync(folder)) {
      const [, start = '', double, extension = ''] = fileName.exec(file) ?? []
      const type = types[extension.toLowerCase()]
      if (!type) continue
      const path = join(folder, file)
      files.set(file, { path, type })
      const address = `image/${encodeURIComponent(file)}?v=${Math.floor(statSync(path).mtimeMs / 1000)}`
      const images = byStart.get(start.toLowerCase()) ?? { x1: '', x2: '' }
      byStart.set(start.toLowerCase(), { ...images, [double ? 'x2' : 'x1']: address })
    }
  const usual = byStart.get('default') ?? { x1: '', x2: '' }
  byStart.delete('default')
  const longestFirst = [...byStart].toSorted(([one], [other]) => other.length - one.length)

  return {
    of(devsn) {
      const [, { x1, x2 }] = longestFirst.find(([start]) => devsn.toLowerCase().startsWith(start)) ?? ['', usual]
      return { x1: x1 || x2, x2 }
    },
    mount(app) {
      for (const lang of langs)
        app.get<{ Params: { file: string } }>(`/${lang}/device/image/:file`, async ({ params }, reply) => {
          const image = files.get(params.file)
          if (!image) return reply.code(404).send()
          // The apps' own pages have an origin of their own.
          reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Cache-Control', cached)
          return reply.type(image.type).send(createReadStream(image.path))
        })
    },
  }
}
