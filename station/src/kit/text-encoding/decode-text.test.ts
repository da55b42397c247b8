/** The encoding of a subtitle file is found out by its bytes: every one that Chinese and Western files have, also in short texts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../../testing/encode-text.ts'
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
    expect(decodeText(encodeText(cue(text), 'gb18030'))).toBe(cue(text))
  })
  test.each(traditional)('Big5: %s', (text) => {
    expect(decodeText(encodeText(cue(text), 'big5'))).toBe(cue(text))
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
    ['fr', 'iso-8859-15', "Ma sœur a le cœur gros, c'est là"],
    ['fr', 'macintosh', 'Ça va ? Où étais-tu passé, mon cœur ?'],
    ['de', 'macintosh', 'Ich weiß nicht, wo er ist. Schön, dass du da bist!'],
    ['es', 'macintosh', '¿Cómo estás? No sé qué hacer, mañana será'],
    ['ru', 'x-mac-cyrillic', 'Привет, как дела? Мы уходим отсюда'],
    ['et', 'windows-1252', 'Ma ei tea, mida teha, öeldakse. Šokk ja žanr, käi ära'],
    ['eo', 'iso-8859-3', 'Mi ne scias, kion fari, ĉu ne? Ĝi ŝajnas ĵus ĥora'],
    ['mt', 'iso-8859-3', "Bonġu, ma nafx x'għandi nagħmel. Telaq filgħaxija, iżda ċert"],
    ['cy', 'iso-8859-14', 'Mae tŷ gŵr y dŵr ar y bryn. Dydw i ddim yn gwybod, tân'],
  ]
  test.each(named)('of a name that says %s: %s, %s', (language, encoding, text) => {
    expect(decodeText(encodeText(cue(text), encoding), language)).toBe(cue(text))
    expect(decodeText(new TextEncoder().encode(cue(text)), language)).toBe(cue(text))
  })
  const unnamed: [encoding: string, text: string][] = [
    ...named.filter(([, , text]) => text.length > 12).map(([, encoding, text]): [string, string] => [encoding, text]),
    ['ibm866', 'Привет, как дела? Мы уходим отсюда'],
    ['windows-1251', 'КТО ЗДЕСЬ?\r\n- Никого. Пойдём домой, уже поздно.'],
    ['iso-8859-7', 'Καλημέρα, τι κάνεις; Άντε πάμε'],
    ['windows-1258', 'Chuyện gì đã xảy ra với anh ư?'],
    ['windows-1250', 'Što se događa? Čekaj me, već dolazim kući'],
    ['shift_jis', '何をしているんだ？早く逃げろ！'],
    ['euc-kr', '무슨 일이야? 우리는 지금 집에 가야 한다'],
    ['windows-874', 'ไม่ต้องกลัว ฉันอยู่ที่นี่แล้ว'],
    ['windows-1251', 'Не знам где је. Молим те, дођи овамо!'],
    ['windows-1250', 'Nu ştiu unde este. Te rog, vino aici, să mergem acasă'],
    ['windows-1250', 'Čo tu robíš? Neviem, kde je môj otec, ľúbim ťa'],
    ['windows-1257', 'Aš nežinau, kur jis yra. Prašau, ateik čia'],
    ['windows-1256', 'لا أعرف أين هو. من فضلك تعال إلى هنا'],
    ['iso-8859-15', 'Œuvre de sa sœur : bœuf et cœur, déjà vu'],
    ['iso-8859-15', 'Das kostet 5 €, sagt er. Für Müller'],
    ['macintosh', 'Was machst du da? Hör auf, ich weiß es nicht. Größe zählt'],
    ['macintosh', 'Tu es là ? Je ne sais pas où il a été passé, c’est étrange'],
    ['x-mac-cyrillic', 'Что случилось? Я не знаю, где он. Подожди меня здесь'],
    ['windows-1255', 'אני לא יודע איפה הוא. בבקשה, בוא לכאן!'],
  ]
  test.each(unnamed)('of a name that says no language: %s, %s', (encoding, text) => {
    for (const whole of [cue(text), `1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>${text}</i>\r\nOK\r\n\r\n`])
      expect(decodeText(encodeText(whole, encoding))).toBe(whole)
  })
  test.each([
    'Hvad laver du her? Gå nu, før de kommer. Vær sød at hjælpe mig',
    'Che cosa c\u0092è? Perché non può venire più? È così',
    'O que você está fazendo? Não é possível, amanhã então',
    'Què fas? Això no és així, està bé, vull tornar',
    'Mitä sinä täällä teet? Älä pelkää, minä tulen',
    'Hvað ertu að gera? Það er ekki hægt, því miður',
    'Où est la forêt? Le maître et l\u0092âme, c\u0092est sûr',
    'Voilà',
  ])('Western text of a name that says no language stays so: %s', (text) => {
    expect(encodingOf(latin(cue(text)))).toBe('windows-1252')
  })
  test('the letters are looked for behind a long head, and in one endless line', () => {
    const text = 'Привет, как дела? Мы уходим отсюда'
    const head = 'Style: Default,Arial,20,&H00FFFFFF,&H000000FF\r\n'.repeat(900)
    for (const whole of [head + text, `${text} `.repeat(1_500)])
      expect(encodingOf(encodeText(whole, 'windows-1251'))).toBe('windows-1251')
  })
  test('ISO-2022-JP says so itself', () => {
    const bytes = Uint8Array.from([0x1b, 0x24, 0x42, 0x24, 0x4f, 0x24, 0x24, 0x1b, 0x28, 0x42])
    expect(decodeText(bytes)).toBe('はい')
  })

  test('any mixture of lines is told apart', () => {
    const lines = (from: string[]) => fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 9 })
    fc.assert(fc.property(lines(simplified), (some) => encodingOf(encodeText(some.join('\n'), 'gb18030')) === 'gb18030'))
    fc.assert(fc.property(lines(traditional), (some) => encodingOf(encodeText(some.join('\n'), 'big5')) === 'big5'))
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
