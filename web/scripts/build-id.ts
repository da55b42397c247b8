/** The id of a build: written into index.html, and with the app's version into build.json, by which an open app and the cloud learn of a newer build. */
import { createHash } from 'node:crypto'
import { appVersion } from '@homeport/contract/kit/version.ts'
import type { Plugin } from 'vite'

const idLength = 16

export function buildId(): Plugin {
  let id = ''
  return {
    name: 'build-id',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // The names hold the hash of each file; the page names what is not hashed.
        const names = Object.keys(bundle ?? {}).sort()
        id = createHash('sha256')
          .update(`${names.join('\n')}\n${html}`)
          .digest('hex')
          .slice(0, idLength)
        return [{ tag: 'meta', attrs: { name: 'build', content: id }, injectTo: 'head' }]
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        const source = `${JSON.stringify({ build: id, ...appVersion })}\n`
        this.emitFile({ type: 'asset', fileName: 'build.json', source })
      },
    },
  }
}
