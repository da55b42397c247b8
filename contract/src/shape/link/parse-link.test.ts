/** Parsing of pasted links: every kind, in every form that people paste. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLink } from './parse-link.ts'
import { wrapLink } from './link-wrapper.ts'

const hex = 'c9e15763f722f23e98a29decdfae341b98d53056'
const base32 = 'ZHQVOY7XELZD5GFCTXWN7LRUDOMNKMCW'
const md4 = '0123456789ABCDEF0123456789abcdef'
const faultOf = (text: string) => {
  const link = parseLink(text)
  return link.kind === 'unsupported' ? link.fault : link.kind
}
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const thunder = (inner: string) => `thunder://${base64(`AA${inner}ZZ`)}`

describe('a magnet', () => {
  test.each([
    ['upper case', ` magnet:?xt=urn:btih:${hex.toUpperCase()}&dn=a `],
    ['base32', `magnet:?xt=urn:btih:${base32}&dn=a`],
    ['base32 in lower case', `magnet:?xt=urn:btih:${base32.toLowerCase()}&dn=a`],
    ['a name before the topic', `magnet:?dn=a&xt=urn:btih:${hex}`],
    ['a topic of another network first', `magnet:?xt=urn:sha1:abc&dn=a&xt=urn:btih:${hex}`],
    ['numbered topics', `magnet:?xt.1=urn:sha1:abc&xt.2=urn:btih:${hex}&dn=a`],
    ['a percent-encoded topic', `magnet:?xt=urn%3Abtih%3A${hex}&dn=a`],
    ['the scheme in upper case', `MAGNET:?XT=URN:BTIH:${hex}&DN=a`],
    ['ampersands of a web page', `magnet:?xt=urn:btih:${hex}&amp;dn=a`],
    ['both versions, the second first', `magnet:?xt=urn:btmh:1220${'ab'.repeat(32)}&xt=urn:btih:${hex}&dn=a`],
  ])('is read with %s', (_, text) => {
    expect(parseLink(text)).toMatchObject({ kind: 'magnet', infoHash: hex, name: 'a', wrapper: '' })
  })

  test.each([
    hex,
    ` ${hex.toUpperCase()}\n`,
    `btih:${hex}`,
    `urn:btih:${hex}`,
    `<magnet:?xt=urn:btih:${hex}>`,
    `“magnet:?xt=urn:btih:${hex}”`,
    `【magnet:?xt=urn:btih:${hex}】`,
    `magnet：?xt=urn:btih:${hex}`,
    `magnet:？xt=urn:btih:${hex}`,
    `<MAGNET：？xt=urn:btih:${hex}>`,
    `magnet%3A%3Fxt%3Durn%3Abtih%3A${hex}%26dn%3Da`,
    `magnet:xt=urn:btih:${hex}`,
    `magnet:?xt=urn:btih:${hex}\u200b`,
    `\u202amagnet:?xt=urn:btih:${hex.slice(0, 9)}\u200b${hex.slice(9)}\u202c`,
    `磁力链接：magnet:?xt=urn:btih:${hex}`,
    `“magnet:?xt=urn:btih:${hex}”，`,
    `magnet:?xt=urn:btih:${hex}。`,
    `magnet:%3Fxt%3Durn%3Abtih%3A${hex}%26dn%3Da`,
    `magnet:?xt=urn:btih:${hex}%26dn%3Da`,
    `magnet:?xt=urn:btih:${hex}" class="x"`,
    `magnet:?xt=urn:btih:${hex}#top`,
    `magnet:?xt=urn:btih:${hex}.torrent`,
    `magnet:?xt=urn:btih:${hex};dn=a`,
    `magnet:?xt=urn:btih:${hex} 提取码: abcd`,
    `magnet:?xt=btih:${hex}`,
    `magnet:?xt=${hex}`,
    `\`magnet:?xt=urn:btih:${hex}\``,
    `[magnet:?xt=urn:btih:${hex}]`,
    `[a film (2020)](magnet:?xt=urn:btih:${hex})`,
    `磁力：${hex}`,
    thunder(hex),
    thunder(`magnet：?xt=urn:btih:${hex}`),
  ])('is read as people paste it: %s', (text) => {
    expect(parseLink(text)).toMatchObject({ kind: 'magnet', infoHash: hex })
  })

  test('a web link in brackets or with a full-width colon is read, and brackets of its own stay', () => {
    expect(parseLink('<https://example.com/a.mkv>')).toMatchObject({ kind: 'http', url: 'https://example.com/a.mkv' })
    expect(parseLink('https：//example.com/a.mkv')).toMatchObject({ kind: 'http', url: 'https://example.com/a.mkv' })
    expect(parseLink('https://example.com/A_(b)')).toMatchObject({ url: 'https://example.com/A_(b)' })
    expect(faultOf(hex.slice(1))).toEqual({ reason: 'unsupported' })
  })

  test.each([
    ['%25E6%25B5%2581.mkv', '流.mkv'],
    ['%C1%F7%C0%CB.mkv', '流浪.mkv'],
    ['Am%E9lie+1%2B1', 'Amélie 1+1'],
    ['a=b%3Dc', 'a=b=c'],
    ['100%25', '100%'],
  ])('the name of a magnet: dn=%s', (encoded, name) => {
    expect(parseLink(`magnet:?xt=urn:btih:${hex}&dn=${encoded}`)).toMatchObject({ kind: 'magnet', name })
  })

  test('a hash in base32 alone, an address without its scheme and a web link behind a word are read', () => {
    expect(parseLink(base32)).toMatchObject({ kind: 'magnet' })
    expect(parseLink('www.example.com/a.mkv')).toMatchObject({ kind: 'http', url: 'http://www.example.com/a.mkv' })
    expect(parseLink('下载地址: https://example.com/a.mkv。')).toMatchObject({ url: 'https://example.com/a.mkv' })
    expect(parseLink('https%3A%2F%2Fexample.com%2Fa%2520b.mkv')).toMatchObject({ url: 'https://example.com/a%20b.mkv' })
  })

  test('an ed2k name with bars is read from its size and hash on', () => {
    for (const name of ['a|b.mkv', 'a|10|b.mkv', '|a|'])
      expect(parseLink(`ed2k://|file|${name}|10|${md4}|h=${base32}|/`)).toMatchObject({
        kind: 'ed2k',
        name,
        size: 10,
        hash: md4.toLowerCase(),
      })
  })

  test.each([`ed2k:%2F%2F%7Cfile%7Ca.mkv%7C10%7C${md4}%7C/`, `ed2k://｜file｜a.mkv｜10｜${md4}｜/`])(
    'an ed2k link is read as people paste it: %s',
    (link) => expect(parseLink(link)).toMatchObject({ kind: 'ed2k', name: 'a.mkv', size: 10, hash: md4.toLowerCase() }),
  )

  test('has a size and a choice of files where its link tells them', () => {
    expect(parseLink(`magnet:?xt=urn:btih:${hex}&xl=738000000&so=0,2,4-6`)).toMatchObject({
      size: 738_000_000,
      select: '0,2,4-6',
    })
    expect(parseLink(`magnet:?xt=urn:btih:${hex}`)).toMatchObject({ size: 0, select: '', name: '' })
  })

  test('of version 2 alone has its own hash', () => {
    expect(parseLink(`magnet:?xt=urn:btmh:1220${'ab'.repeat(32)}`)).toMatchObject({ kind: 'magnet', infoHash: 'ab'.repeat(32) })
  })

  test.each(['magnet:', 'magnet:?', 'magnet:?dn=a', 'magnet:?xt=urn:btih:', 'magnet:?xt='])('%s is empty', (text) =>
    expect(parseLink(text).kind).toBe('empty_magnet'),
  )

  test.each([
    ['magnet:?xt=urn:btih:c9e15763f722', { reason: 'cut_short', length: 12, of: 40 }],
    [`magnet:?xt=urn:btih:${hex.slice(0, 39)}`, { reason: 'cut_short', length: 39, of: 40 }],
    [`magnet:?xt=urn:btih:${hex}0`, { reason: 'bad_hash' }],
    [`magnet:?xt=urn:btih:${hex.slice(0, 39)}g`, { reason: 'bad_hash' }],
    [`magnet:?xt=urn:btmh:1220${'ab'.repeat(20)}`, { reason: 'cut_short', length: 40, of: 64 }],
    [`magnet:?xt=urn:ed2k:${md4}`, { reason: 'other_hash' }],
  ])('%s is none', (text, fault) => expect(faultOf(text)).toEqual(fault))
})

describe('a web link', () => {
  test('is http, or a torrent file by its name', () => {
    expect(parseLink('https://example.com/a%20b.mkv')).toMatchObject({ kind: 'http', name: 'a b.mkv' })
    expect(parseLink('HTTP://example.com/a.torrent?x=1')).toMatchObject({ kind: 'torrent_url', name: 'a.torrent' })
    expect(faultOf('http://')).toEqual({ reason: 'no_host' })
  })

  test('is shown without user and password, which it keeps', () => {
    const link = parseLink('https://me:secret@example.com/a.mkv')
    expect(link).toMatchObject({ url: 'https://me:secret@example.com/a.mkv', shown: 'https://example.com/a.mkv' })
  })
})

describe('a link with a server', () => {
  test.each([
    ['ftp://host/a.mkv', { kind: 'ftp', host: 'host', port: 21, user: '', path: '/a.mkv', name: 'a.mkv' }],
    ['FTP://a:b@host:2121/x/潮.mkv', { kind: 'ftp', port: 2121, user: 'a', password: 'b', name: '潮.mkv' }],
    ['ftp://a:p%40ss@host/a.mkv', { password: 'p@ss' }],
    ['ftp://a:p@ss@host/a.mkv', { password: 'p@ss', host: 'host' }],
    ['ftp://host/what?#1.mkv', { path: '/what%3F%231.mkv', name: 'what?#1.mkv' }],
    ['ftp://host/100%.mkv', { path: '/100%25.mkv', name: '100%.mkv' }],
    ['ftp://host:80/a.mkv', { port: 80, url: 'ftp://host:80/a.mkv' }],
    ['ftp://host/%D1%F4.mkv', { path: '/%D1%F4.mkv', name: '阳.mkv' }],
    ['ftp://host/Am%E9lie.mkv', { path: '/Am%E9lie.mkv', name: 'Amélie.mkv' }],
    ['ftp://host/L%E9on%20%E0%20Paris.mkv', { name: 'Léon à Paris.mkv' }],
    ['sftp://a@host/a.mkv', { kind: 'sftp', port: 22, user: 'a', password: '' }],
    ['rtmp://host/live/key?t=1', { kind: 'rtmp', port: 1935, path: '/live/key?t=1', name: 'key' }],
    ['rtmps://host/live/key', { kind: 'rtmp', scheme: 'rtmps', port: 443 }],
    ['rtmpe://host:99/live/key', { kind: 'rtmp', scheme: 'rtmpe', port: 99 }],
    ['mms://host/a.wmv', { kind: 'mms', scheme: 'mms', port: 0, name: 'a.wmv' }],
    ['mmsh://host/a.wmv', { kind: 'mms', port: 80 }],
    ['mmst://[::1]/a.wmv', { kind: 'mms', port: 1755, host: '[::1]' }],
    ['mmsu://host/a.wmv', { kind: 'mms', scheme: 'mmsu' }],
  ])('%s', (text, parts) => expect(parseLink(text)).toMatchObject(parts))

  test.each([
    ['ftp://', 'no_host'],
    ['ftp:///a.mkv', 'no_host'],
    ['ftp://host', 'no_file'],
    ['ftp://host/folder/', 'no_file'],
    ['rtmp://host/', 'no_file'],
    ['sftp://ho st/a', 'no_host'],
  ])('%s is none', (text, reason) => expect(faultOf(text)).toEqual({ reason }))
})

describe('an ed2k link', () => {
  test.each([
    [`ed2k://|file|a.mkv|123|${md4}|/`, { name: 'a.mkv', size: 123 }],
    [`ED2K://|FILE|a.mkv|123|${md4}|/`, { name: 'a.mkv' }],
    [`ed2k://%7Cfile%7Ca%20b.mkv%7C123%7C${md4}%7C/`, { name: 'a b.mkv' }],
    [`ed2k://|file|%E6%BD%AE.mkv|123|${md4}|/`, { name: '潮.mkv' }],
    [`ed2k://|file|%25E6%25BD%25AE.mkv|123|${md4}|/`, { name: '潮.mkv' }],
    [`ed2k://|file|%B3%B1.mkv|123|${md4}|/`, { name: '潮.mkv' }],
    [`ed2k://|file|Pel%EDcula.avi|123|${md4}|/`, { name: 'Película.avi' }],
    [`ed2k://|file|Fr%E4ulein%20f%FCr%20Schnee.mkv|123|${md4}|/`, { name: 'Fräulein für Schnee.mkv' }],
    [`ed2k://|file|100%.mkv|123|${md4}|/`, { name: '100%.mkv' }],
    [
      `ed2k://|file|a|9|${md4}|h=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567|p=${md4}:${md4}|/|sources,1.2.3.4:4662,host:99,bad|/`,
      {
        rootHash: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
        partHashes: [md4.toLowerCase(), md4.toLowerCase()],
        sources: ['1.2.3.4:4662', 'host:99'],
      },
    ],
  ])('%s', (text, parts) => expect(parseLink(text)).toMatchObject({ kind: 'ed2k', hash: md4.toLowerCase(), ...parts }))

  test.each([
    ['ed2k://|server|1.2.3.4|4661|/', { reason: 'not_a_file' }],
    ['ed2k://|serverlist|http://a/server.met|/', { reason: 'not_a_file' }],
    ['ed2k://|friend|a|1.2.3.4|4662|/', { reason: 'not_a_file' }],
    ['ed2k://|search|a|/', { reason: 'not_a_file' }],
    ['ed2k://x', { reason: 'not_a_file' }],
    [`ed2k://|file||123|${md4}|/`, { reason: 'no_name' }],
    [`ed2k://|file|a||${md4}|/`, { reason: 'bad_size' }],
    [`ed2k://|file|a|0|${md4}|/`, { reason: 'bad_size' }],
    [`ed2k://|file|a|1e9|${md4}|/`, { reason: 'bad_size' }],
    [`ed2k://|file|a|99999999999999999|${md4}|/`, { reason: 'bad_size' }],
    ['ed2k://|file|a|123|0123456789|/', { reason: 'cut_short', length: 10, of: 32 }],
    [`ed2k://|file|a|123|${md4}0|/`, { reason: 'bad_hash' }],
    [`ed2k://|file|a|123|${md4.slice(1)}g|/`, { reason: 'bad_hash' }],
  ])('%s is none', (text, fault) => expect(faultOf(text)).toEqual(fault))
})

describe('a link in another one', () => {
  const gbk =
    'QUFmdHA6Ly95Z2R5ODp5Z2R5OEB5ZzQ1LmR5ZHl0dC5uZXQ6NDEyMi/R9LnitefTsHd3dy55Z2R5OC5jb20usNfJ36O61LXG8C5IRC43MjBwLrn60+/W0NfWLm1rdlpa'
  const web = thunder('http://example.com/file.zip')

  test('in GBK is its server’s file, and bears its name', () => {
    const link = parseLink(`thunder://${gbk}`)
    expect(link).toMatchObject({
      kind: 'ftp',
      wrapper: 'thunder',
      host: 'yg45.dydytt.net',
      port: 4122,
      user: 'ygdy8',
      password: 'ygdy8',
      name: '阳光电影www.ygdy8.com.白蛇：缘起.HD.720p.国语中字.mkv',
    })
    expect(link.url).toContain('/%D1%F4%B9%E2')
    expect(link.shown).not.toContain(gbk.slice(0, 20))
    expect(parseLink(link.shown)).toMatchObject({
      kind: 'ftp',
      user: '',
      name: '阳光电影www.ygdy8.com.白蛇：缘起.HD.720p.国语中字.mkv',
    })
  })

  test.each([
    ['as it should be', web],
    ['in upper case', web.replace('thunder', 'THUNDER')],
    ['with a slash after it', `${web}/`],
    ['with white space in it', `${web.slice(0, 20)} \n${web.slice(20)}`],
    ['without padding', web.replaceAll('=', '')],
    ['percent-encoded', web.replaceAll('=', '%3D').replaceAll('/', '%2F').replace('%2F%2F', '//')],
    ['in the alphabet of addresses', web.replaceAll('+', '-').replaceAll('/', '_').replace('__', '//')],
  ])('is read %s', (_, text) => {
    expect(parseLink(text)).toMatchObject({ kind: 'http', url: 'http://example.com/file.zip', wrapper: 'thunder' })
  })

  test.each([
    ['flashget', `flashget://${base64('[FLASHGET]http://example.com/a.mkv[FLASHGET]')}&abc`],
    ['qqdl', `qqdl://${base64('http://example.com/a.mkv')}`],
  ])('%s is read', (wrapper, text) => {
    expect(parseLink(text)).toMatchObject({ kind: 'http', url: 'http://example.com/a.mkv', wrapper })
  })

  test.each([
    ['ed2k', `ed2k://|file|潮.mkv|123|${md4}|/`],
    ['magnet', `magnet:?xt=urn:btih:${hex}`],
    ['ftp', 'ftp://a:b@host/潮.mkv'],
  ])('holds %s', (kind, inner) => {
    expect(parseLink(thunder(inner))).toMatchObject({ kind, wrapper: 'thunder' })
    const qqdl = `qqdl://${base64(`flashget://${base64(`[FLASHGET]${inner}[FLASHGET]`)}`)}`
    expect(parseLink(qqdl)).toMatchObject({ kind, wrapper: 'qqdl' })
  })

  test.each([
    ['thunder://QUFodHRwOi8vZXhhbXBsZS5jb20vZmlsZS56aXAuWg==', 'no_frame'],
    ['thunder://QUFaWg==', 'no_frame'],
    ['thunder://', 'not_base64'],
    ['thunder://x', 'not_base64'],
    ['thunder://什么', 'not_base64'],
    [`flashget://${base64('http://example.com/a')}`, 'no_frame'],
    [thunder(thunder('http://example.com/a')), 'nested'],
    [wrapLink(wrapLink(wrapLink(wrapLink('http://example.com/a', 'qqdl'), 'qqdl'), 'qqdl'), 'qqdl'), 'too_deep'],
    [thunder('hello'), 'unsupported'],
    [thunder('ftp://host/'), 'no_file'],
  ])('%s is none', (text, reason) => expect(faultOf(text)).toEqual({ reason }))
})

test.each(['', 'hello', 'javascript:alert(1)', 'file:///etc/passwd', 'C:\\a.mkv', 'rtmpt://host/live/a', 'udp://host/a'])(
  '%s is no link',
  (text) => expect(faultOf(text)).toEqual({ reason: 'unsupported' }),
)

test('P43: any text at all has an answer, and no password is in what is shown', () => {
  const schemes = fc.constantFrom(
    'magnet:?',
    'thunder://',
    'qqdl://',
    'flashget://',
    'ed2k://|file|',
    'ftp://',
    'sftp://',
    'http://',
    'rtmp://',
    '',
  )
  fc.assert(fc.property(schemes, fc.string({ unit: 'binary', maxLength: 200 }), (scheme, text) => void parseLink(scheme + text)))
  const password = fc.string({ unit: fc.constantFrom(...'abcdefghijk0123'), minLength: 8, maxLength: 12 })
  const ways = fc.constantFrom(
    (url: string) => url,
    (url: string) => thunder(url),
    (url: string) => wrapLink(thunder(url), 'qqdl'),
  )
  fc.assert(
    fc.property(password, ways, fc.constantFrom('ftp', 'sftp', 'https', 'rtmp'), (secret, way, scheme) => {
      const link = parseLink(way(`${scheme}://me:${secret}@host/路/a.mkv`))
      expect(link.url).toContain(secret)
      expect(link.shown).not.toContain(secret)
      expect(parseLink(link.shown).url).not.toContain(secret)
    }),
  )
})

test('a magnet goes to the engine in its plain form', () => {
  const magnet = parseLink(`MAGNET:?tr.1=http%3A%2F%2Ft%2Fa&xt=urn%3Abtih%3A${base32}&DN=a%20b&tr=udp://u:1/&ws=http://10.0.0.1/`)
  expect(magnet.url).toBe(
    `magnet:?xt=urn:btih:${hex}&dn=a%20b&tr=http%3A%2F%2Ft%2Fa&tr=udp%3A%2F%2Fu%3A1%2F&ws=http%3A%2F%2F10.0.0.1%2F`,
  )
})

test('P43: a line as long as a book is no link', () => {
  expect(faultOf(`thunder://${'QUFo'.repeat(1_000_000)}`)).toEqual({ reason: 'unsupported' })
})

// BEP 9 and 19; xs and as are of the older magnet scheme.
test.each([
  ['ws=http://h/d/e.iso', 'ws=http%3A%2F%2Fh%2Fd%2Fe.iso'],
  ['ws=http%3A%2F%2Fh%2Fd%3Fa%3D1%26b%3D2', 'ws=http%3A%2F%2Fh%2Fd%3Fa%3D1%26b%3D2'],
  ['ws=http://h/d?a=1&b=2&c=3', 'ws=http%3A%2F%2Fh%2Fd%3Fa%3D1%26b%3D2%26c%3D3'],
  ['ws.1=http://h/a&ws.2=https://h/b', 'ws=http%3A%2F%2Fh%2Fa&ws=https%3A%2F%2Fh%2Fb'],
  ['xs=http://h/e.torrent&as=http://h/e.iso', 'xs=http%3A%2F%2Fh%2Fe.torrent&as=http%3A%2F%2Fh%2Fe.iso'],
  ['ws=ftp://h/a&xs=urn:sha1:abc&as=file:///etc/passwd&ws=nonsense', ''],
  ['x.pe=1.2.3.4:5&kt=a+b&unknown=1', ''],
])('the web addresses of a magnet stay whole: %s', (given, address) => {
  const magnet = parseLink(`magnet:?xt=urn:btih:${hex}&${given}`)
  expect(magnet.url).toBe([`magnet:?xt=urn:btih:${hex}`, address].filter(Boolean).join('&'))
  // A link that was read once reads the same again.
  expect(parseLink(magnet.url).url).toBe(magnet.url)
})

test('a flood of web addresses is cut', () => {
  const flood = Array.from({ length: 500 }, (_, at) => `&ws=http://h/${at}`).join('')
  expect(parseLink(`magnet:?xt=urn:btih:${hex}${flood}`).url.match(/ws=/g)).toHaveLength(20)
})
