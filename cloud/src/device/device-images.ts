/** Pictures of boxes that the operator keeps in a folder (HOMEPORT_DEVICE_IMAGES). GET /{lang}/device/image/{file}, for anyone: a picture names no box. */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Device } from '@homeport/contract/device.ts'
import { langs } from '@homeport/contract/kit/promise.ts'
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
export function openDeviceImages(folder: string | undefined): DeviceImages {
  /** By the file's name. */
  const images = new Map<string, { stem: string; isDouble: boolean; path: string; type: string; address: string }>()
  for (const file of folder === undefined ? [] : readdirSync(folder)) {
    const [, stem = '', double = '', extension = ''] = fileName.exec(file) ?? []
    const type = types[extension.toLowerCase()]
    if (!type || folder === undefined) continue
    const path = join(folder, file)
    const address = `image/${encodeURIComponent(file)}?v=${Math.floor(statSync(path).mtimeMs / 1000)}`
    images.set(file, { stem: stem.toLowerCase(), isDouble: double !== '', path, type, address })
  }
  const longestFirst = [...new Set([...images.values()].map(({ stem }) => stem))].toSorted((a, b) => b.length - a.length)

  return {
    of(devsn) {
      const serial = devsn.toLowerCase()
      const stem = longestFirst.find((one) => one !== 'default' && serial.startsWith(one)) ?? 'default'
      const addressOf = (isDouble: boolean) =>
        [...images.values()].find((image) => image.stem === stem && image.isDouble === isDouble)?.address ?? ''
      const [single, double] = [addressOf(false), addressOf(true)]
      return { x1: single || double, x2: double }
    },
    mount(app) {
      for (const lang of langs)
        app.get<{ Params: { file: string } }>(`/${lang}/device/image/:file`, async ({ params }, reply) => {
          const image = images.get(params.file)
          if (!image) return reply.code(404).send()
          // The apps' own pages have an origin of their own.
          reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Cache-Control', cached)
          return reply.type(image.type).send(createReadStream(image.path))
        })
    },
  }
}
