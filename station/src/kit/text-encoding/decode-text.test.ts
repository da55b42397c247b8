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
  /** Encoded by Python. */
  const dos: [language: string, hex: string, text: string][] = [
    [
      'fr cp850',
      '4f972082746169732d7475207061737382206869657220736f69722c206d6120636882726965203f',
      'Où étais-tu passé hier soir, ma chérie ?',
    ],
    [
      'de cp850',
      '49636820776569e1206e696368742c20776f206572206973742e20536368946e2c206461737320647520646120626973742c204d816c6c657221',
      'Ich weiß nicht, wo er ist. Schön, dass du da bist, Müller!',
    ],
    [
      'es cp850',
      'a843a26d6f20657374a0733f204e6f207382207175822068616365722c206d61a4616e6120736572a0206f74726f2064a161',
      '¿Cómo estás? No sé qué hacer, mañana será otro día',
    ],
    [
      'pt cp850',
      '4ec66f20736569206f207175652066617a65722c2069726dc66f2e20566f638820657374a02061a13f20436f726187c66f21',
      'Não sei o que fazer, irmão. Você está aí? Coração!',
    ],
    [
      'sv cp850',
      '4a61672076657420696e746520766164206a616720736b6120679472612e20478620688472696672866e206e7521',
      'Jag vet inte vad jag ska göra. Gå härifrån nu!',
    ],
    [
      'fr cp437',
      '44826a852076752c206d6f6e20616d692e20496c2061208274822074728a73206d616c6164652085204e6f896c',
      'Déjà vu, mon ami. Il a été très malade à Noël',
    ],
    [
      'pl cp852',
      '437a6598862c206a616b207369a9206d61737a3f204e6965207769656d2c20636f20726f6269862c20be656279206279886f20646f62727a65',
      'Cześć, jak się masz? Nie wiem, co robić, żeby było dobrze',
    ],
    [
      'cs cp852',
      '4e6576a16d2c20636f206da06d2064d86c61742e204f646a656c20769f6572612076659f65722c20fd656b6c206aa120746f',
      'Nevím, co mám dělat. Odjel včera večer, řekl jí to',
    ],
    [
      'hu cp852',
      '4e656d207475646f6d2c206d69742074656779656b2c208b737a696e74826e2e2054fb6e6a20656c20696e6e656e2c206669a321',
      'Nem tudom, mit tegyek, őszintén. Tűnj el innen, fiú!',
    ],
    [
      'el cp737',
      '839ca420a5e2a8e020aba020a49820a1e1a4e02e20ebadac9a9c20ae9f9caa20aba62099a8e19bac',
      'Δεν ξέρω τι να κάνω. Έφυγε χθες το βράδυ',
    ],
    [
      'tr cp857',
      '4e6520796170616361a78d6d8d2062696c6d69796f72756d2e2044816e20676563652067697474692c20699f7465209f94796c65',
      'Ne yapacağımı bilmiyorum. Dün gece gitti, işte şöyle',
    ],
    [
      'lt cp775',
      '4e65d8696e61752c206bd0206461727974692e204a69732069d576796b6f2076616b61722076616b6172652c20d36a6f20d16961',
      'Nežinau, ką daryti. Jis išvyko vakar vakare, ėjo čia',
    ],
    [
      'lv cp775',
      '4573206e657a696e752c206b6f206461728c742e205669ecd52061697a6272617563612076616b61722076616b6172832c206a83',
      'Es nezinu, ko darīt. Viņš aizbrauca vakar vakarā, jā',
    ],
    [
      'he cp862',
      '809089208c8020898583922080899484208485802e2081819799842c20818580208c8b808f',
      'אני לא יודע איפה הוא. בבקשה, בוא לכאן',
    ],
  ]
  test.each(dos)('of DOS: %s', (language, hex, text) => {
    const [before = '', after = ''] = cue('*').split('*')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
    for (const hint of ['', language.slice(0, 2)]) expect(decodeText(bytes, hint)).toBe(cue(text))
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
