import { describe, expect, test } from 'vitest'
import { createNameReader } from '../../download/torrent/torrent-names.ts'
import { readName } from './name-bytes.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const latin1 = (text: string) => Buffer.from(text, 'latin1')

// The bytes were made by iconv.
describe('a name in an encoding that nobody told', () => {
  test.each([
    ['Amélie.mkv', latin1('Am\xe9lie.mkv')],
    ['Léon à Paris.mkv', latin1('L\xe9on \xe0 Paris.mkv')],
    ['06 - Telephone (feat. Beyoncé).flac', latin1('06 - Telephone (feat. Beyonc\xe9).flac')],
    ['Película.avi', latin1('Pel\xedcula.avi')],
    ['Señorita ¿Qué.mkv', latin1('Se\xf1orita \xbfQu\xe9.mkv')],
    ['Fräulein Smillas Gespür für Schnee.mkv', latin1('Fr\xe4ulein Smillas Gesp\xfcr f\xfcr Schnee.mkv')],
    ['Ragnarök S01.mkv', latin1('Ragnar\xf6k S01.mkv')],
    ['白蛇.mkv', bytes('b0d7c9df 2e6d6b76')],
    ['流浪地球.mkv', bytes('c1f7c0cbb5d8c7f2 2e6d6b76')],
    ['阳光电影.bin', bytes('d1f4b9e2b5e7d3b0 2e62696e')],
    ['庆余年 第01集.mp4', bytes('c7ecd3e0c4ea20b5da3031bcaf 2e6d7034')],
    ['臥虎藏龍.mkv', bytes('aad7aaeac2c3c073 2e6d6b76')],
    ['少年的你.mkv', bytes('a4d6a67eaabaa741 2e6d6b76')],
    ['となりのトトロ.mkv', bytes('82c682c882e882cc83678367838d 2e6d6b76')],
    ['千と千尋の神隠し.mkv', bytes('90e782c690e790712082cc905f894282b5 2e6d6b76'.replace('20', ''))],
    ['안녕하세요.mkv', bytes('bec8b3e7c7cfbcbcbfe4 2e6d6b76')],
    ['기생충.mkv', bytes('b1e2bbfdc3e6 2e6d6b76')],
    ['Привет Мир.avi', bytes('cff0e8e2e5f220cce8f0 2e617669')],
  ])('%s', (name, given) => {
    expect(readName(given)).toBe(name)
  })

  test('is decided for each of a torrent’s names, and the suffix stays', () => {
    const names = [Buffer.from('流浪地球.mkv'), bytes('b0d7c9df2e6d6b76'), latin1('Am\xe9lie.mkv'), latin1('x\xff\xfe.srt')]
    const reader = createNameReader(() => names, '')
    expect(reader.isUtf8).toBe(false)
    expect(names.slice(0, 3).map(reader.read)).toEqual(['流浪地球.mkv', '白蛇.mkv', 'Amélie.mkv'])
    expect(reader.read(names[3] ?? Buffer.alloc(0))).toMatch(/\.srt$/)
  })

  test('loses the signs that turn the text', () => {
    const names = [Buffer.from('\u202egpj.exe'), Buffer.from('a\u2066b\u2069.mkv'), latin1('Am\xe9lie.mkv')]
    for (const list of [names, names.slice(0, 2)])
      expect(names.slice(0, 2).map(createNameReader(() => list, '').read)).toEqual(['gpj.exe', 'ab.mkv'])
  })

  test('follows what the torrent says of itself where that is possible', () => {
    const name = bytes('b1e2bbfd2e6d6b76')
    expect(createNameReader(() => [name], 'GBK').read(name)).toBe(new TextDecoder('gbk').decode(name))
    expect(createNameReader(() => [name], 'euc-kr').read(name)).toBe('기생.mkv')
    expect(createNameReader(() => [name], 'no such encoding').read(name)).toMatch(/\.mkv$/)
  })
})

test('P43: of a long list the names behind the first hundreds are read in the encoding that fits most, and any bytes give some name', () => {
  const film = bytes('b4f3b6bcbbe1')
  const names = Array.from({ length: 3_000 }, (_, at) => Buffer.concat([film, latin1(` ${at}.mkv`)]))
  const odd = Buffer.from([0xff, 0xfe, 0x41])
  const { read } = createNameReader(() => [...names, odd], '')
  expect(names.map(read)).toEqual(names.map((_, at) => `大都会 ${at}.mkv`))
  expect(read(odd)).toContain('A')
  expect(read(Buffer.from('庆余年.mkv'))).toBe('庆余年.mkv')
})
