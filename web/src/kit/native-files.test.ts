/** Checks the apps for Android and iOS without their tools: manifests, property lists, plugins, and the files that they take from the web. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { HostsFile } from '@homeport/contract/kit/hosts-file.ts'
import { hosts, langs } from '@homeport/contract/kit/operation.ts'
import { appVersion } from '@homeport/contract/kit/version.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { packageName } from './native-shell.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const android = 'mobile/android/app/src/main'
const ios = 'mobile/ios/App'

function xml(file: string): Document {
  const parsed = new DOMParser().parseFromString(read(file), 'text/xml')
  expect(parsed.querySelector('parsererror')?.textContent, file).toBe(undefined)
  return parsed
}

const attributes = (page: Document, selector: string, name: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.getAttribute(`android:${name}`) ?? '').filter(Boolean)

/** A property list as plain values. */
function plist(file: string): Record<string, unknown> {
  const value = (element: Element): unknown => {
    const children = [...element.children]
    if (element.tagName === 'dict')
      return Object.fromEntries(
        children.flatMap((child, at) => (child.tagName === 'key' ? [[child.textContent, valueAt(children, at + 1)]] : [])),
      )
    if (element.tagName === 'array') return children.map(value)
    if (element.tagName === 'true' || element.tagName === 'false') return element.tagName === 'true'
    return element.textContent
  }
  const valueAt = (elements: Element[], at: number) => (elements[at] ? value(elements[at]) : undefined)
  return z.parse(z.record(z.string(), z.unknown()), valueAt([...xml(file).documentElement.children], 0))
}

/** The reasons on the decision page: the names in code marks in the first column of its table. */
const reasons = [...read('docs/decisions/059-apps-for-phones.md').matchAll(/^\| `([\w.]+)`[^|]*\| ([^|]+) \|$/gm)]

test('all XML of the Android app parses, and every text is there in both languages', () => {
  const folder = path.join(root, android, 'res')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.xml')) xml(`${android}/res/${name}`)
  const names = (file: string) =>
    [...xml(`${android}/res/${file}`).querySelectorAll('string')].map((one) => one.getAttribute('name'))
  expect(names('values-zh/strings.xml')).toEqual(names('values/strings.xml'))
})

test('Android gives links, magnets and torrent files to the app, and the sign-in stays out of backups', () => {
  const manifest = xml(`${android}/AndroidManifest.xml`)
  expect(attributes(manifest, 'data', 'scheme')).toEqual(['homeport', 'magnet', 'https', 'content'])
  expect(new Set(attributes(manifest, 'data', 'mimeType'))).toEqual(new Set(['application/x-bittorrent', 'text/plain']))
  expect(attributes(manifest, 'intent-filter > action', 'name')).toEqual(
    ['MAIN', 'VIEW', 'VIEW', 'VIEW', 'SEND', 'SEND_MULTIPLE'].map((action) => `android.intent.action.${action}`),
  )
  expect(attributes(manifest, 'application', 'allowBackup')).toEqual(['false'])
  expect(attributes(manifest, 'application', 'networkSecurityConfig')).toEqual(['@xml/network_security'])
})

test('iOS opens links and magnets, and plain http in the house alone', () => {
  const info = plist(`${ios}/App/Info.plist`)
  expect(info['CFBundleURLTypes']).toEqual([{ CFBundleURLName: packageName, CFBundleURLSchemes: ['homeport', 'magnet'] }])
  expect(info['NSAppTransportSecurity']).toEqual({ NSAllowsLocalNetworking: true })
  expect(info['NSBonjourServices']).toEqual(['_homeport._tcp'])
  const project = read(`${ios}/App.xcodeproj/project.pbxproj`)
  for (const lang of ['en', 'zh-Hans']) {
    const texts = [...read(`${ios}/App/${lang}.lproj/InfoPlist.strings`).matchAll(/^(\w+) = ".+";$/gm)].map(([, name]) => name)
    expect(texts).toEqual(['CFBundleDisplayName', 'NSCameraUsageDescription', 'NSLocalNetworkUsageDescription'])
    expect(project.replaceAll('"', '')).toContain(`path = ${lang}.lproj/InfoPlist.strings`)
  }
})

test('every permission has its reason in the decision, and nothing else does', () => {
  const permissions = attributes(xml(`${android}/AndroidManifest.xml`), 'uses-permission', 'name').map((name) =>
    name.split('.').at(-1),
  )
  const usage = Object.keys(plist(`${ios}/App/Info.plist`)).filter((key) =>
    /^NS\w+(UsageDescription|TransportSecurity|Services)$/.test(key),
  )
  expect(reasons.map(([, name]) => name).toSorted()).toEqual([...permissions, ...usage].toSorted())
})

test('names and versions are those of Homeport', () => {
  const config = z.parse(z.object({ appId: z.string(), webDir: z.string() }), JSON.parse(read('mobile/capacitor.config.json')))
  expect(config).toEqual({ appId: packageName, webDir: 'www' })
  expect(read('mobile/android/app/build.gradle')).toContain(`applicationId "${packageName}"`)
  const project = read(`${ios}/App.xcodeproj/project.pbxproj`)
  const settings = (name: string) => new Set([...project.matchAll(new RegExp(`${name} = (.+);`, 'g'))].map(([, value]) => value))
  expect(settings('PRODUCT_BUNDLE_IDENTIFIER')).toEqual(new Set([packageName]))
  expect(settings('MARKETING_VERSION')).toEqual(new Set([appVersion.version_name]))
  expect(settings('CURRENT_PROJECT_VERSION')).toEqual(new Set([String(appVersion.version_code)]))
})

test('every method that the app calls of its own plugins is one of theirs', () => {
  const calls = { HardwareKeys: ['setOn'], PackageInstaller: ['install'], SharedInput: ['take'] }
  const activity = read(`${android}/java/app/homeport/MainActivity.java`)
  const shell = read('web/src/kit/native-shell.ts')
  for (const [name, methods] of Object.entries(calls)) {
    const source = read(`${android}/java/app/homeport/${name}Plugin.java`)
    expect(source).toMatch(new RegExp(`@CapacitorPlugin\\(\\s*name = "${name}"`))
    expect([...source.matchAll(/@PluginMethod\s+public void (\w+)/g)].map(([, method]) => method)).toEqual(methods)
    expect(activity).toContain(`registerPlugin(${name}Plugin.class)`)
    for (const method of methods) expect(shell).toMatch(new RegExp(`^  ${method}\\(`, 'm'))
    for (const [, event] of source.matchAll(/notifyListeners\("(\w+)"/g)) expect(shell).toContain(`addListener(event: '${event}'`)
  }
})

/** The web's files as the app gets them. */
function copied(address: string): { index: string; head: string; files: string[] } {
  const [from, to] = [mkdtempSync(path.join(tmpdir(), 'homeport-web-')), mkdtempSync(path.join(tmpdir(), 'homeport-www-'))]
  for (const name of ['sw.js', 'screen.html', 'theme.js', 'theme.js.gz', 'en.webmanifest'])
    writeFileSync(path.join(from, name), '')
  writeFileSync(path.join(from, 'index.html'), read('web/index.html'))
  const copy = `import('${path.join(root, 'mobile/scripts/copy-web.mjs')}').then((m) => m.copyWeb(${JSON.stringify({ from, to, address })}))`
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', copy])
  const [index, head] = ['index.html', 'page-head.js'].map((name) => readFileSync(path.join(to, name), 'utf8'))
  const files = readdirSync(to).toSorted()
  for (const folder of [from, to]) rmSync(folder, { recursive: true })
  return { index: index ?? '', head: head ?? '', files }
}

test('an app that was built for a cloud calls that cloud’s hosts, in both languages', () => {
  const { index, head, files } = copied('https://home.example.org')
  expect(files).toEqual(['address-page.js', 'address.css', 'address.html', 'index.html', 'page-head.js', 'theme.js'])
  expect(index).toContain('<script src="./page-head.js" data-address="https://home.example.org"></script>')
  expect(index).not.toContain('webmanifest')
  const page = document.implementation.createHTMLDocument()
  const script = page.createElement('script')
  script.dataset['address'] = 'https://home.example.org'
  const own = {
    currentScript: { value: script },
    createElement: { value: (tag: string) => page.createElement(tag) },
    head: { value: page.head },
  }
  runInNewContext(head, { document: Object.create(page, own) })
  const content = (name: string) => page.head.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''
  const file = z.parse(HostsFile, JSON.parse(decodeURIComponent(content('hosts').replace('data:application/json,', ''))))
  for (const lang of langs) expect(Object.keys(file.hosts.product?.[lang] ?? {}).toSorted()).toEqual([...hosts].toSorted())
  expect(file.hosts.product?.zh?.['ws']).toBe('wss://home.example.org/zh/ws')
  expect(content('homeport-cloud')).toBe('https://home.example.org')
})

test('without an address in the build the page of the first start takes one', () => {
  const { index, head } = copied('')
  expect(index).toContain('<script src="./page-head.js"></script>')
  const opened: string[] = []
  runInNewContext(head, {
    document: { currentScript: null },
    localStorage: { getItem: () => null },
    location: { replace: (address: string) => opened.push(address) },
  })
  expect(opened).toEqual(['./address.html'])
})
