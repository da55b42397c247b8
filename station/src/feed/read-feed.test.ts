/** Feeds as they are found in life, with all their oddities. */
import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../testing/encode-text.ts'
import { feedUrlOf } from './feed-address.ts'
import { readFeed, sizeFrom, type ReadItem } from './read-feed.ts'

const url = 'https://club.example/feeds/films.xml'
const hash = 'c9e15763f722f23e98a29decdfae341b98d53056'

async function read(text: string | Buffer, contentType = 'application/rss+xml') {
  const result = await readFeed(Buffer.isBuffer(text) ? text : Buffer.from(text), { contentType, url })
  if (typeof result === 'string') throw new Error(result)
  return result
}
async function firstOf(item: string, channel = ''): Promise<Partial<ReadItem>> {
  const feed = await read(`<?xml version="1.0"?><rss version="2.0"><channel>${channel}<item>${item}</item></channel></rss>`)
  const { item_id: _, ...rest } = feed.items[0] ?? {}
  return rest
}

describe('the link of an item', () => {
  test.each([
    ['a magnet in the link', `<link>magnet:?xt=urn:btih:${hash}&amp;dn=A+B</link>`, `magnet:?xt=urn:btih:${hash}&dn=A+B`, 'file'],
    [
      'a torrent in the enclosure, a page in the link',
      '<link>https://club.example/view/1</link><enclosure url="https://club.example/dl/1?k=s" length="700" type="application/x-bittorrent"/>',
      'https://club.example/dl/1?k=s',
      'torrent',
    ],
    ['a relative link', '<link>/dl/2.torrent</link>', 'https://club.example/dl/2.torrent', 'torrent'],
    ['a link in CDATA', '<link><![CDATA[ https://club.example/a?x=1&y=2 ]]></link>', 'https://club.example/a?x=1&y=2', 'unknown'],
    ['a guid that is a torrent', '<guid>https://club.example/3.torrent</guid>', 'https://club.example/3.torrent', 'torrent'],
    ['a guid that is no link', '<guid isPermaLink="false">club-17</guid>', '', 'unknown'],
    [
      'a magnet among the attributes of an indexer',
      `<link>http://x.example/p</link><torznab:attr name="magneturl" value="magnet:?xt=urn:btih:${hash}"/>`,
      `magnet:?xt=urn:btih:${hash}`,
      'file',
    ],
    [
      'an info hash alone, under another prefix',
      `<nyaa:infoHash>${hash.toUpperCase()}</nyaa:infoHash>`,
      `magnet:?xt=urn:btih:${hash}&dn=A%20film`,
      'file',
    ],
    [
      'a film in the enclosure',
      '<enclosure url="/v/a.mp4" type="video/mp4" length="12"/>',
      'https://club.example/v/a.mp4',
      'file',
    ],
    ['a file of the box itself', '<link>file:///etc/passwd</link>', '', 'unknown'],
    ['a script', '<link>javascript:alert(1)</link>', '', 'unknown'],
  ])('%s', async (...[, item, link, kind]) => {
    expect(await firstOf(`<title>A film</title>${item}`)).toMatchObject({ link, kind })
  })

  test('of Atom is the enclosure among several, below the base of the entry', async () => {
    const feed = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Club</title>
      <entry xml:base="https://files.example/x/"><id>urn:uuid:1</id><title type="html">&lt;b&gt;Sunrise&lt;/b&gt; (1927)</title>
      <link href="https://club.example/1"/><link rel="self" href="/self"/><link rel="enclosure" type="application/x-bittorrent" length="5" href="s.torrent"/>
      <published>2026-11-28T21:05:00+08:00</published></entry></feed>`)
    expect(feed).toMatchObject({
      title: 'Club',
      items: [
        {
          title: 'Sunrise (1927)',
          link: 'https://files.example/x/s.torrent',
          size: 5,
          published_at: Date.UTC(2026, 10, 28, 13, 5),
        },
      ],
    })
  })
})

describe('what an item says', () => {
  test.each([
    ['RFC 822', '<pubDate>Sat, 28 Nov 2026 21:05:00 +0800</pubDate>', Date.UTC(2026, 10, 28, 13, 5)],
    ['a named zone', '<pubDate>28 Nov 2026 21:05:00 EST</pubDate>', Date.UTC(2026, 10, 29, 2, 5)],
    ['ISO 8601 in Dublin Core', '<dc:date>2026-11-28T21:05:00Z</dc:date>', Date.UTC(2026, 10, 28, 21, 5)],
    ['no zone', '<pubDate>2026-11-28 21:05:00</pubDate>', Date.UTC(2026, 10, 28, 21, 5)],
    ['seconds', '<pubDate>1795899900</pubDate>', 1_795_899_900_000],
    ['a bad date and a good one', '<pubDate>yesterday</pubDate><dc:date>2026-11-28</dc:date>', Date.UTC(2026, 10, 28)],
    ['none', '', 0],
  ])('its date: %s', async (_, item, published_at) => {
    expect(await firstOf(`<title>A</title>${item}`)).toMatchObject({ published_at })
  })

  test.each([
    ['1503238553', 1_503_238_553],
    ['1.4 GiB', 1_503_238_554],
    ['700 MB', 700_000_000],
    ['1,5 GB', 1_500_000_000],
    ['-5', 0],
    ['large', 0],
    ['', 0],
  ])('its size %s', (text, size) => expect(sizeFrom(text)).toBe(size))

  test('by the attributes of an indexer: size, and the numbers of the film databases', async () => {
    const item = await firstOf(
      `<title>The General</title><link>https://x.example/g.torrent</link><enclosure url="https://x.example/g.torrent" length="0" type="application/x-bittorrent"/>
      <torznab:attr name="size" value="5200000000"/><torznab:attr name="imdb" value="17925"/><torznab:attr name="tmdbid" value="961"/>`,
    )
    expect(item).toMatchObject({ size: 5_200_000_000, imdb_id: 'tt0017925', tmdb_id: '961' })
  })

  test('names its item by the guid, whatever its link is later', async () => {
    const id = async (link: string) =>
      (await read(`<rss><channel><item><title>A</title><guid>7</guid><link>${link}</link></item></channel></rss>`)).items[0]
        ?.item_id
    expect(await id('https://a.example/1')).toBe(await id('https://b.example/2'))
  })
})

describe('a feed', () => {
  test('in GB18030, told by its head or by the server', async () => {
    const xml = (head: string) =>
      `<?xml version="1.0"${head}?><rss><channel><title>海港影社</title><item><title>流浪地球 2</title></item></channel></rss>`
    for (const [text, type] of [
      [xml(' encoding="gb18030"'), 'text/xml'],
      [xml(''), 'text/xml; charset=GBK'],
    ] as const)
      expect(await read(Buffer.from(encodeText(text, 'gb18030')), type)).toMatchObject({
        title: '海港影社',
        items: [{ title: '流浪地球 2' }],
      })
  })

  test('that names a wrong encoding is read as what it is', async () => {
    const text = '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><title>海港影社</title></channel></rss>'
    expect((await read(text)).title).toBe('海港影社')
    expect((await read(text.replace('iso-8859-1', 'x-nothing'))).title).toBe('海港影社')
  })

  test('of RSS 1.0 has its items beside the channel', async () => {
    const feed = await read(
      `<rdf:RDF><channel rdf:about="x"><title>Old</title></channel><item><title>A</title><link>https://a.example/a.torrent</link></item></rdf:RDF>`,
    )
    expect(feed).toMatchObject({ title: 'Old', items: [{ title: 'A' }] })
  })

  test('says how often it may be read', async () => {
    expect((await read('<rss><channel><ttl>60</ttl></channel></rss>')).ttlMs).toBe(3_600_000)
    expect((await read('<rss><channel><ttl>-1</ttl></channel></rss>')).ttlMs).toBe(0)
  })

  test('without items is none the less a feed', async () => {
    expect(await read('<rss><channel><title>Empty</title></channel></rss>')).toEqual({ title: 'Empty', ttlMs: 0, items: [] })
  })

  test('with entities that multiply expands none of them', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;&b;</title></channel></rss>`
    expect((await read(bomb)).title.length).toBeLessThan(20)
  })

  test('with more items than anybody reads is cut', async () => {
    const items = Array.from({ length: 3_000 }, (_, at) => `<item><title>Film ${at}</title></item>`).join('')
    expect((await read(`<rss><channel>${items}</channel></rss>`)).items).toHaveLength(500)
  })

  test('nested without end is given up', async () => {
    expect((await read(`<rss><channel><title>Deep</title>${'<a>'.repeat(100_000)}`)).items).toEqual([])
  })

  test.each([
    ['comments before it', `${'<!--a-->'.repeat(33)}<rss><channel><item><title>Plain</title></item></channel></rss>`],
    ['ends of tags that are missing', `<rss><channel><item><title>${'&lt;a'.repeat(400_000)}</title></item></channel></rss>`],
    ['blanks in a size', `<rss><channel><item><title>Plain</title><size>1${' '.repeat(400_000)}x</size></item></channel></rss>`],
  ])('P43: with many %s is read once', async (_, text) => expect((await read(text)).items).toHaveLength(1))

  test('P43: a link or a base that is longer than any is none, and of very many links of an item some are looked at', async () => {
    const long = 'a'.repeat(100_000)
    const base = await read(
      `<rss xml:base="http://h.example/${long}/"><channel><item><title>A</title><link>x</link></item></channel></rss>`,
    )
    expect(base.items.map(({ link }) => link)).toEqual(['https://club.example/feeds/x'])
    const links = [`http://h.example/${long}`, `magnet:?xt=urn:btih:${hash}&dn=${long}`, long]
    for (const link of links) expect(await firstOf(`<title>A</title><link>${link}</link>`)).toMatchObject({ link: '' })
    const many = '<link>http://h.example/a</link>'.repeat(10_000)
    const last = `<enclosure url="/a.torrent" type="application/x-bittorrent"/>`
    expect(await firstOf(`<title>A</title>${many}${last}`)).toMatchObject({ link: 'https://club.example/a.torrent' })
    expect(await firstOf(`<title>A</title>${many}<link>/late.torrent</link>`)).toMatchObject({ link: 'http://h.example/a' })
  })

  test('with a letter of two halves where a title is cut has its item', async () => {
    const title = `${'a'.repeat(299)}😀`
    const attr = `<attr name="infohash" value="${hash}"/>`
    const { items } = await read(`<rss><channel><item><title>${title}</title>${attr}</item></channel></rss>`)
    expect(items[0]?.link).toContain(hash)
  })

  test.each([
    ['<!DOCTYPE html><html><body>Sign in</body></html>', 'page'],
    ['<!-- a --><!-- b -->\n<!doctype html><title>Sign in</title>', 'page'],
    ['<html><head></head></html>', 'page'],
    ['{"error": "no"}', 'bad_feed'],
    ['', 'bad_feed'],
    ['<svg/>', 'bad_feed'],
    ['<?xml version="1.0"?><error code="100" description="Invalid API Key"/>', 'login'],
    ['<error code="500" description="Request limit reached"/>', 'limit'],
    ['<error code="900"/>', 'away'],
  ])('is not %j', async (text, fault) => {
    expect(await readFeed(Buffer.from(text), { contentType: '', url })).toBe(fault)
  })
})

test.each([
  [
    'http://jackett:9117/api/v2.0/indexers/club/results/torznab/',
    'http://jackett:9117/api/v2.0/indexers/club/results/torznab/api?t=search',
  ],
  ['http://prowlarr:9696/1/api?apikey=k', 'http://prowlarr:9696/1/api?apikey=k&t=search'],
  ['http://prowlarr:9696/1/api?apikey=k&t=tvsearch&q=Nine', 'http://prowlarr:9696/1/api?apikey=k&t=tvsearch&q=Nine'],
  ['https://club.example/rss?k=s', 'https://club.example/rss?k=s'],
])('%s is asked as %s', (address, requested) => expect(feedUrlOf(address).href).toBe(requested))

// UAX 29: what people see as one letter.
test('a long title ends between two letters', async () => {
  for (const letter of ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301']) {
    const { title = '' } = await firstOf(`<title>${letter.repeat(1_000)}</title><link>http://h.example/a.torrent</link>`)
    expect(title).toBe(letter.repeat(title.length / letter.length))
    expect(title.length).toBeGreaterThan(300 - letter.length)
  }
})

test('P43: of a title of megabytes the begin is read alone', async () => {
  const tags = '<b> '.repeat(1_000_000)
  expect(await firstOf(`<title><![CDATA[Harbour${tags}]]></title><guid>1</guid>`)).toMatchObject({ title: 'Harbour' })
  const late = await read(`<rss><channel><item><title><![CDATA[${tags}Harbour]]></title><guid>1</guid></item></channel></rss>`)
  expect(late.items).toEqual([])
})
