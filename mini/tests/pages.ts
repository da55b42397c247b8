/** Loads pages of the mini-program into miniprogram-simulate, which reads JavaScript: as WeChat's tools do, the sources are stripped of their types first. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import * as z from 'zod'
import { afterAll } from 'vitest'

const require = createRequire(import.meta.url)
/** Its own types hold only beside the whole of WeChat's in one program. */
type Rendered = {
  dom: HTMLElement
  instance: { data: Record<string, unknown>; [method: string]: unknown }
  attach: (parent: Node) => void
  detach: () => void
  querySelector: (
    selector: string,
  ) => { dom: HTMLElement; dispatchEvent: (name: string, options?: { detail: object }) => void } | undefined
}
type Simulate = {
  load: (path: string, options: { compiler: 'simulate'; rootPath: string }) => string
  render: (id: string, properties?: Record<string, string>) => Rendered
}

export const sourceFolder = join(import.meta.dirname, '../miniprogram')
const builtFolder = mkdtempSync(join(tmpdir(), 'homeport-mini-'))
afterAll(() => rmSync(builtFolder, { recursive: true }))

cpSync(sourceFolder, builtFolder, { recursive: true })
// Else Node would look for the kind of modules in the folders above.
writeFileSync(join(builtFolder, 'package.json'), '{"type":"commonjs"}')
for (const name of globSync('**/*.ts', { cwd: builtFolder })) {
  const { outputText } = ts.transpileModule(readFileSync(join(builtFolder, name), 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: false },
  })
  writeFileSync(join(builtFolder, name.replace(/ts$/, 'js')), outputText)
}

const PageList = z.object({ pages: z.array(z.string()) })
export const pagePaths = z.parse(PageList, JSON.parse(readFileSync(join(sourceFolder, 'app.json'), 'utf8'))).pages

/** A module of the mini-program, as it runs on the phone. */
export function builtModule(path: string): unknown {
  return require(join(builtFolder, path))
}

/** Opens a page as WeChat does: its query is in its properties when onLoad runs. */
export function openPage(path: string, query: Record<string, string> = {}) {
  // NOTE: see Simulate.
  const simulate = require('miniprogram-simulate') as Simulate
  const page = simulate.render(simulate.load(join(builtFolder, path), { compiler: 'simulate', rootPath: builtFolder }), query)
  page.attach(document.body)
  for (const name of ['onLoad', 'onShow']) {
    const method = page.instance[name]
    if (typeof method === 'function') method.call(page.instance, query)
  }
  const one = (selector: string) => {
    const element = page.querySelector(selector)
    if (!element) throw new Error(`there is no ${selector} on the page: ${page.dom.textContent}`)
    return element
  }
  return {
    has: (selector: string) => page.querySelector(selector) !== undefined,
    textOf: (selector: string) => one(selector).dom.textContent?.trim() ?? '',
    text: () => page.dom.textContent ?? '',
    tap: (selector: string) => one(selector).dispatchEvent('tap'),
    type: (selector: string, value: string) => one(selector).dispatchEvent('input', { detail: { value } }),
    data: () => page.instance.data,
    show: () => (typeof page.instance.onShow === 'function' ? page.instance.onShow() : undefined),
    close: () => page.detach(),
  }
}
