/** Copies the built web app into www, which `cap sync` takes: without what only a browser needs, and with the page that takes the address of the cloud, or with HOMEPORT_APP_URL. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
/** Compressed copies, the service worker, the TV page and the manifests: files of the app are on the phone already. */
const isForBrowsers = (name) => /\.(br|gz|webmanifest)$|(^|\/)(sw\.js|screen\.html)$/.test(name)

/** address: of the cloud, '' where the app asks for it. */
export function copyWeb({ from, to, address }) {
  if (!existsSync(path.join(from, 'index.html')))
    throw new Error(`${from} has no built app: run npm install and npm start once in the folder above`)
  if (address !== '' && (!URL.canParse(address) || new URL(address).origin !== address))
    throw new Error(`HOMEPORT_APP_URL is ${address}, not an address like https://homeport.example.org`)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true, filter: (name) => !isForBrowsers(name.split(path.sep).join('/')) })
  const page = readFileSync(path.join(from, 'index.html'), 'utf8')
    .replace(
      '</title>',
      `</title>\n    <script src="./page-head.js"${address === '' ? '' : ` data-address="${address}"`}></script>`,
    )
    .replace(/\s*<link rel="manifest"[^>]*>/, '')
  writeFileSync(path.join(to, 'index.html'), page)
  const pages = path.join(root, 'first-start')
  for (const name of readdirSync(pages)) {
    const text = readFileSync(path.join(pages, name), 'utf8')
    writeFileSync(path.join(to, name.replace(/\.ts$/, '.js')), name.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
  }
}

if (import.meta.main)
  copyWeb({ from: path.join(root, '../web/dist'), to: path.join(root, 'www'), address: process.env.HOMEPORT_APP_URL ?? '' })
