/** Encodings that the Encoding Standard does not have, and those of seven bits: what Python and iconv wrote is read, with and without a name that says the language. */
import { spawnSync } from 'node:child_process'
import { textEncodings, type TextEncoding } from '@homeport/contract/shape/film/track.ts'
import { describe, expect, test } from 'vitest'
import { codePages } from './code-pages.ts'
import { decodeAs, decodeText } from './decode-text.ts'
import { readingsOf } from './text-readings.ts'
import { textDecoderOf } from './text-decoder.ts'

/** Encoded by Python and by iconv. CP864 has no letter with a hamza below, and a form for each place in a word. */
const written: [language: string, encoding: TextEncoding, text: string, hex: string][] = [
  [
    'ar',
    'cp720',
    'لا أعرف أين هو. من فضلك تعال إلى هنا',
    'e99f209ae3a9e5209aefeb20eced2e20eaeb20e5e0e9e820a2e39fe9209de9ee20eceb9f',
  ],
  [
    'ar',
    'cp864',
    'لا اعرف اين هو. من فضلك تعال هنا الان',
    '9d20c7d9d1ba20c7eaf220e7e82e20e5f220e1d6e4fc20caeca8fb20e7e6a820c79df2',
  ],
  [
    'pt',
    'cp860',
    'Não sei o que fazer, irmão. Você está aí? São três irmãs, corações!',
    '4e846f20736569206f207175652066617a65722c2069726d846f2e20566f638820657374a02061a13f2053846f20747288732069726d84732c20636f72618794657321',
  ],
  [
    'is',
    'cp861',
    'Hvað ertu að gera? Það er ekki hægt, því miður. Ég veit það ekki',
    '4876618c206572747520618c20676572613f208d618c20657220656b6b6920689167742c209576a1206d698c75722e20906720766569742095618c20656b6b69',
  ],
  [
    'fr',
    'cp863',
    'Où étais-tu passé hier soir ? Il a dû être fâché, à Noël, ça va',
    '4f972082746169732d7475207061737382206869657220736f6972203f20496c206120649620887472652066836368822c2085204e6f896c2c208761207661',
  ],
  [
    'no',
    'cp865',
    'Hva gjør du på øya? Vi må dra før mørket kommer, kjære',
    '48766120676a9b72206475207086209b79613f205669206d862064726120669b72206d9b726b6574206b6f6d6d65722c206b6a917265',
  ],
  [
    'da',
    'cp865',
    'Hvad laver du her på øen? Jeg så dig i går ved søen. Kærlighed',
    '48766164206c6176657220647520686572207086209b656e3f204a6567207386206469672069206786722076656420739b656e2e204b91726c6967686564',
  ],
  [
    'el',
    'cp869',
    'Δεν ξέρω τι να κάνω. Έφυγε χθες το βράδυ',
    'a7dee720e89debfa20eee320e7d620e49be7fa2e208df3f2d8de20f4e2deed20eee920d7eb9bddf2',
  ],
  [
    'uk',
    'cp1125',
    'Привіт! Що ти робиш? Її немає, і ґанок порожній. Вибач, я запізнився',
    '8fe0a8a2f7e2212099ae20e2a820e0aea1a8e83f20f8f920ada5aca0f52c20f720f3a0adaeaa20afaee0aea6adf7a92e2082a8a1a0e72c20ef20a7a0aff7a7ada8a2e1ef',
  ],
  [
    'sr',
    'cp855',
    'Не знам где је. Молим те, дођи овамо! Волим те, љубави',
    'd5a820f3d4a0d220aca6a8208ea82e20d3d6d0b7d220e5a82c20a6d680b720d6eba0d2d62120ecd6d0b7d220e5a82c2090e7a2a0ebb7',
  ],
  [
    'bg',
    'cp855',
    'Какво става тук? Къде е баща ми? Извинявай, че закъснях',
    'c7a0c6ebd620e3e5a0eba020e5e7c63f20c79ea6a820a820a2a0f9a020d2b73f20b8f3ebb7d4deeba0bd2c20fba820f3a0c69ee3d4deb5',
  ],
  [
    'kk',
    'kz-1048',
    'Сен қайда барасың? Мен оның қайда екенін білмеймін, өтінемін',
    'd1e5ed209de0e9e4e020e1e0f0e0f1fbbe3f20cce5ed20eeedfbbe209de0e9e4e020e5eae5edb3ed20e1b3ebece5e9ecb3ed2c20b4f2b3ede5ecb3ed',
  ],
  [
    'kk',
    'ptcp154',
    'Сен қайда барасың? Мен оның қайда екенін білмеймін, өтінемін',
    'd1e5ed209de0e9e4e020e1e0f0e0f1fb9c3f20cce5ed20eeedfb9c209de0e9e4e020e5eae5edb3ed20e1b3ebece5e9ecb3ed2c20b5f2b3ede5ecb3ed',
  ],
  [
    'tg',
    'koi8-t',
    'Ту ба куҷо меравӣ? Ман намедонам, ки ӯ дар куҷост. Ҳамааш хуб',
    'f4d520c2c120cbd58dcf20cdc5d2c1d7a53f20edc1ce20cec1cdc5c4cfcec1cd2c20cbc920a120c4c1d220cbd58dcfd3d42e208cc1cdc1c1db20c8d5c2',
  ],
  [
    'pl',
    'x-mac-ce',
    'Zażółć gęślą jaźń. Świetnie, że jesteś. Cześć, jak się masz?',
    '5a61fd97b88d2067abe66c88206a6190c42e20e5776965746e69652c20fd65206a65737465e62e20437a65e68d2c206a616b207369ab206d61737a3f',
  ],
  [
    'cs',
    'x-mac-ce',
    'Nevím, co mám dělat. Odjel včera večer, řekl jí to. Šťastný kůň',
    '4e6576926d2c20636f206d876d20649e6c61742e204f646a656c20768b6572612076658b65722c20de656b6c206a9220746f2e20e1e96173746ef9206bf3cb',
  ],
  [
    'lt',
    'x-mac-ce',
    'Nežinau, ką daryti. Jis išvyko vakar vakare, ėjo čia',
    '4e65ec696e61752c206b88206461727974692e204a69732069e476796b6f2076616b61722076616b6172652c20986a6f208b6961',
  ],
  [
    'hu',
    'x-mac-ce',
    'Nem tudom, mit tegyek, őszintén. Tűnj el innen, fiú!',
    '4e656d207475646f6d2c206d69742074656779656b2c20ce737a696e748e6e2e2054f56e6a20656c20696e6e656e2c2066699c21',
  ],
  [
    'el',
    'x-mac-greek',
    'Δεν ξέρω τι να κάνω. Έφυγε χθες το βράδυ',
    'a2e5ee20eadbf2f620f4e920eee120ebc0eef62e20cee6f9e7e520f8f5e5f720f4ef20e2f2c0e4f9',
  ],
  [
    'tr',
    'x-mac-turkish',
    'Ne yapacağımı bilmiyorum. Dün gece gitti, işte şöyle',
    '4e6520796170616361dbdd6ddd2062696c6d69796f72756d2e20449f6e20676563652067697474692c2069df746520df9a796c65',
  ],
  [
    'hy',
    'armscii-8',
    'Ես չգիտեմ, թե որտեղ է նա։ Խնդրում եմ, արի այստեղ',
    'baeb20e3b7c7efbbd92c20c3bb20e1f1efbbd520bf20ddb3a320caddb9f1e1f5d920bbd92c20b3f1c720b3dbebefbbd5',
  ],
  [
    'ka',
    'georgian-ps',
    'არ ვიცი, სად არის. გთხოვ, მოდი აქ, ძალიან მიყვარხარ',
    'c0d220c5c9ddc92c20d3c0c320c0d2c9d32e20c2c8e1cfc52c20cccfc3c920c0d82c20dec0cbc9c0cd20ccc9dac5c0d2e1c0d2',
  ],
  [
    'ka',
    'georgian-academy',
    'არ ვიცი, სად არის. გთხოვ, მოდი აქ, ძალიან მიყვარხარ',
    'c0d020c5c8dac82c20d1c0c320c0d0c8d12e20c2c7decdc52c20cbcdc3c820c0d52c20dbc0cac8c0cc20cbc8d7c5c0d0dec0d0',
  ],
  [
    'vi',
    'viscii',
    'Chuyện gì đã xảy ra với anh? Tôi không biết cô ấy ở đâu. Đừng sợ',
    '43687579ae6e2067ec20f0e32078e4792072612076be6920616e683f2054f469206b68f46e67206269aa742063f420a47920b720f0e2752e20d0d76e672073fe',
  ],
  [
    'vi',
    'tcvn',
    'Chuyện gì đã xảy ra với anh? Tôi không biết cô ấy ở đâu. Đừng sợ',
    '43687579d66e2067d720aeb72078b6792072612076ed6920616e683f2054ab69206b68ab6e67206269d5742063ab20ca7920eb20aea9752e20a7f56e672073ee',
  ],
  [
    'ro',
    'iso-8859-16',
    'Nu știu unde ești. „Te rog”, vino aici, să mergem acasă, după prânz',
    '4e7520ba74697520756e64652065ba74692e20a5546520726f67b52c2076696e6f20616963692c2073e3206d657267656d2061636173e32c20647570e3207072e26e7a',
  ],
  [
    'zh',
    'hz-gb-2312',
    '这是什么地方？ Hello~ 我不知道。',
    '7e7b55624a474a3243343558373d233f7e7d2048656c6c6f7e7e207e7b4e52323b562a354021237e7d',
  ],
  [
    'ko',
    'iso-2022-kr',
    '무슨 일이야? 우리는 지금 집에 가야 한다',
    '1b2429430e392b3d3c0f200e404f404c3e5f0f3f200e3f6c382e34420f200e4176315d0f200e417d3f210f200e30213e5f0f200e475134590f',
  ],
]
const cue = (hex: string) =>
  Buffer.concat([Buffer.from('1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>'), Buffer.from(hex, 'hex'), Buffer.from('</i>\r\n\r\n')])
const shown = (text: string) => `1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>${text}</i>\r\n\r\n`

describe('a text that nobody tells the encoding of', () => {
  test.each(written)('in %s is read from %s, whatever the name says: %s', (...row) => {
    const [language, encoding, text, hex] = row
    expect(decodeAs(cue(hex), encoding)).toBe(shown(text))
    expect(decodeText(cue(hex), language)).toBe(shown(text))
    expect(decodeText(cue(hex))).toBe(shown(text))
    expect(readingsOf(cue(hex)).map(({ line }) => line.trim())).toContain(text)
  })
})

test('each encoding that a person can choose has a decoder', () => {
  for (const encoding of textEncodings)
    expect(decodeAs(Buffer.from('Ahoy', encoding === 'utf-16le' ? 'utf16le' : 'latin1'), encoding)).toBe(
      encoding === 'utf-16be' ? '䅨潹' : 'Ahoy',
    )
})

/** Names of GNU libc; it lacks cp720, x-mac-greek and x-mac-turkish. */
const iconvNames: Record<string, string> = { 'kz-1048': 'RK1048', ptcp154: 'PT154', 'x-mac-ce': 'MAC-CENTRALEUROPE' }
const high = Array.from({ length: 128 }, (_, at) => 0x80 + at)
/** By iconv, a line for each of the high bytes; undefined where it does not have the page, or is not here. */
function linesOf(encoding: string): string[] | undefined {
  const input = Buffer.from(high.flatMap((byte) => [byte, 0x0a]))
  const { stdout } = spawnSync('iconv', ['-c', '-f', iconvNames[encoding] ?? encoding, '-t', 'UTF-16LE'], { input })
  const lines = stdout?.toString('utf16le').split('\n') ?? []
  return lines.length > high.length ? lines : undefined
}

const compared = [...codePages.keys()].flatMap((encoding) => {
  const lines = linesOf(encoding)
  return lines ? [{ encoding, lines }] : []
})
const lack = compared.length === 0 ? ' (skipped: no iconv, or none of its pages)' : ''

describe.skipIf(lack !== '')(`a page has the characters that iconv has${lack}`, () => {
  test.each(compared)('$encoding', ({ encoding, lines }) => {
    // A presentation form is written as its letter.
    const plain = (line: string) => line.replace(/[\ufe70-\ufefc]/g, (form) => form.normalize('NFKC'))
    for (const [at, byte] of high.entries())
      expect(textDecoderOf(encoding).decode(Uint8Array.of(byte))).toBe(plain(lines[at] || '\ufffd'))
  })
})
