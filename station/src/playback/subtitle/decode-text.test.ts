/** The encoding of a subtitle file is found out by its bytes: every one that Chinese and Western files have, also in short texts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeChinese } from '../../../../testing/encode-chinese.ts'
import { decodeText, encodingOf } from './decode-text.ts'

const simplified = [
  '你好，世界',
  '我们走吧',
  '大都会',
  '这是什么地方？\r\n我不知道。',
  '——先生，请问您找谁？\r\n——我找这里的经理',
  '头脑与双手之间，必须由心来调和',
  '他妈的，快跑！',
  '翻译：小灯泡 校对：阿舟',
]
const traditional = [
  '你好，世界',
  '我們走吧',
  '大都會',
  '這是什麼地方？\r\n我不知道。',
  '——先生，請問您找誰？\r\n——我找這裡的經理',
  '頭腦與雙手之間，必須由心來調和',
  '翻譯：小燈泡 校對：阿舟',
]
const western = [
  'Où est-ce que tu étais passé, hein ?',
  'Über den Dächern von München',
  '¿Qué pasó anoche?\r\nNada señor.',
  'Ça va? — Très bien, merci. L’été à la plage',
  'Smörgåsbord på Åland',
  'He said “no”…',
]
const cue = (text: string, at = 1) => `${at}\r\n00:00:0${at},000 --> 00:00:0${at + 1},500\r\n${text}\r\n\r\n`
const latin = (text: string) =>
  Uint8Array.from(
    text
      .replaceAll('’', '\u0092')
      .replaceAll('“', '\u0093')
      .replaceAll('”', '\u0094')
      .replaceAll('…', '\u0085')
      .replaceAll('—', '\u0097'),
    (letter) => letter.charCodeAt(0),
  )

describe('the encoding', () => {
  test.each(simplified)('GBK: %s', (text) => {
    expect(decodeText(encodeChinese(cue(text), 'gb18030'))).toBe(cue(text))
  })
  test.each(traditional)('Big5: %s', (text) => {
    expect(decodeText(encodeChinese(cue(text), 'big5'))).toBe(cue(text))
  })
  test.each(western)('windows-1252: %s', (text) => {
    expect(decodeText(latin(cue(text)))).toBe(cue(text))
  })
  test.each([...simplified, ...traditional, ...western])('UTF-8 with and without its mark: %s', (text) => {
    const bytes = new TextEncoder().encode(cue(text))
    expect(decodeText(bytes)).toBe(cue(text))
    expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]))).toBe(cue(text))
  })
  test.each([...simplified, ...western])('UTF-16 in both orders, with and without its mark: %s', (text) => {
    const little = Buffer.from(cue(text), 'utf16le')
    const big = Buffer.from(little).swap16()
    expect(decodeText(little)).toBe(cue(text))
    expect(decodeText(big)).toBe(cue(text))
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toBe(cue(text))
    expect(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), big]))).toBe(cue(text))
  })

  const named: [language: string, encoding: string, text: string][] = [
    ['ru', 'windows-1251', 'Привет, как дела? Мы уходим отсюда'],
    ['ru', 'koi8-r', 'Привет, как дела? Мы уходим отсюда'],
    ['ru', 'iso-8859-5', 'Привет, как дела? Мы уходим отсюда'],
    ['ru', 'windows-1251', 'Да'],
    ['uk', 'windows-1251', 'Привіт! Що ти робиш? Її немає'],
    ['bg', 'windows-1251', 'Какво става тук?'],
    ['pl', 'windows-1250', 'Zażółć gęślą jaźń. Świetnie, że jesteś'],
    ['pl', 'iso-8859-2', 'Zażółć gęślą jaźń. Świetnie, że jesteś'],
    ['cs', 'windows-1250', 'Příliš žluťoučký kůň. Šťastný!'],
    ['cs', 'iso-8859-2', 'Příliš žluťoučký kůň. Šťastný!'],
    ['hu', 'windows-1250', 'Árvíztűrő tükörfúrógép'],
    ['el', 'windows-1253', 'Καλημέρα, τι κάνεις; Άντε πάμε'],
    ['tr', 'windows-1254', 'Şimdi gidiyoruz, değil mi? Işık'],
    ['he', 'windows-1255', 'שלום, מה שלומך?'],
    ['ar', 'windows-1256', 'مرحبا، كيف حالك؟'],
    ['fa', 'windows-1256', 'چطور پسر گفت'],
    ['lt', 'windows-1257', 'Ačiū, viskas gerai. Žinoma, šitaip'],
    ['lv', 'windows-1257', 'Paldies, viss kārtībā. Ļoti labi'],
    ['th', 'windows-874', 'สวัสดี คุณเป็นอย่างไร'],
    ['ja', 'shift_jis', 'こんにちは。どこへ行くの？カメラ'],
    ['ja', 'shift_jis', 'はい'],
    ['ja', 'euc-jp', 'こんにちは。どこへ行くの？カメラ'],
    ['ko', 'euc-kr', '안녕하세요. 어디 가요?'],
  ]
  test.each(named)('of a name that says %s: %s, %s', (language, encoding, text) => {
    expect(decodeText(encodeChinese(cue(text), encoding), language)).toBe(cue(text))
    expect(decodeText(new TextEncoder().encode(cue(text)), language)).toBe(cue(text))
  })
  test('ISO-2022-JP says so itself', () => {
    const bytes = Uint8Array.from([0x1b, 0x24, 0x42, 0x24, 0x4f, 0x24, 0x24, 0x1b, 0x28, 0x42])
    expect(decodeText(bytes)).toBe('はい')
  })

  test('any mixture of lines is told apart', () => {
    const lines = (from: string[]) => fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 9 })
    fc.assert(fc.property(lines(simplified), (some) => encodingOf(encodeChinese(some.join('\n'), 'gb18030')) === 'gb18030'))
    fc.assert(fc.property(lines(traditional), (some) => encodingOf(encodeChinese(some.join('\n'), 'big5')) === 'big5'))
    fc.assert(fc.property(lines(western), (some) => encodingOf(latin(some.join('\n'))) === 'windows-1252'))
  })

  test('a long UTF-8 text with a damaged byte stays UTF-8, and a character cut by the sample changes nothing', () => {
    const text = simplified.join('\n').repeat(20)
    const bytes = new TextEncoder().encode(text)
    const damaged = Uint8Array.from(bytes)
    damaged[200] = 0xff
    expect(encodingOf(damaged)).toBe('utf-8')
    expect(decodeText(new TextEncoder().encode('中'.repeat(60_000)))).toBe('中'.repeat(60_000))
  })

  test('whatever the bytes are, there is some text without NUL', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(decodeText(bytes)).not.toContain('\0')
      }),
    )
  })
})
