/** A title, a cue or a name is short: its encoding is told by its letters in every writing that has code pages. */
import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../../testing/encode-text.ts'
import { readNfo } from '../../movie/nfo/read-nfo.ts'
import { decodeText } from './decode-text.ts'
import { rankedEncodings } from './encoding-cost.ts'
import { createNameReader } from '../../download/torrent/torrent-names.ts'
import { readName } from './name-bytes.ts'

const lines: [language: string, encodings: string[], texts: string[]][] = [
  [
    'nl',
    ['windows-1252'],
    [
      'Één ding is zeker: de Financiële crisis',
      'Twee geïsoleerde dorpen',
      'Oké, één biertje dan',
      'De reünie van Noël',
      'Zij is geëmigreerd naar Australië in 1961',
    ],
  ],
  [
    'fr',
    ['windows-1252'],
    ['Voilà', 'Un été sans fin', 'Ma mère est malade', 'L’héritière du château', 'Je te l’ai déjà répété, ça suffit'],
  ],
  [
    'de',
    ['windows-1252'],
    [
      'Die verlorene Tür',
      'Große Hoffnung',
      'Kannst du mir helfen? Natürlich',
      'Jäger im Nebel',
      'Über den Wolken muss die Freiheit wohl grenzenlos sein',
    ],
  ],
  [
    'es',
    ['windows-1252'],
    ['El último verano', '¿Quién llamó?', 'La niña que soñaba', 'Detrás del jardín hay un río', '¿Dónde está mi niño?'],
  ],
  [
    'pt',
    ['windows-1252'],
    [
      'Três irmãs voltam à casa da infância depois da morte da mãe',
      'A solidão dos pássaros',
      'O coração não esquece',
      'Atenção!',
      'Um mês na praia com a avó',
    ],
  ],
  [
    'it',
    ['windows-1252'],
    ['Ritorno in città', 'Così parlò il nonno', 'Perché piangi?', 'Sarà per un’altra volta', 'Perché non vieni più?'],
  ],
  [
    'sv',
    ['windows-1252'],
    ['Sommaren vid sjön', 'Förlåt mig', 'Den sista båten går klockan åtta', 'Hör du inte?', 'Vad gör du här?'],
  ],
  [
    'da',
    ['windows-1252'],
    ['Drømmen om havet', 'Kærlighed på vand', 'Pas på!', 'Jeg så dig i går ved søen', 'Hvad laver du her på øen?'],
  ],
  [
    'no',
    ['windows-1252'],
    ['Gården i dalen', 'Drømmer du?', 'Nå er det nok', 'Vi må dra før mørket kommer', 'Hva gjør du på jobb?'],
  ],
  [
    'fi',
    ['windows-1252'],
    ['Yö järvellä', 'Missä äiti on?', 'Lähde pois', 'Viimeinen kesä ennen sotaa', 'Mitä sinä täällä teet?'],
  ],
  [
    'is',
    ['windows-1252'],
    ['Maðurinn við höfnina', 'Komdu með mér út á sjó', 'Þögnin á heiðinni', 'Ég veit það ekki', 'Velkomin heim, systir góð'],
  ],
  [
    'ca',
    ['windows-1252'],
    ['L’última nit', 'No sé què dir', 'El camí de la platja és llarg', 'Després del silenci', 'Què fas aquí?'],
  ],
  ['en', ['windows-1252'], ['Cliché', '“Leave us alone!”', 'Rosé and résumés', 'That’s all — nothing more…', 'He said “no”…']],
  [
    'pl',
    ['windows-1250', 'iso-8859-2'],
    [
      'Gdy przyjdzie świt, będziemy daleko',
      'Młoda kobieta wraca do rodzinnego miasta po dwudziestu latach',
      'Chodźmy stąd, szybko!',
      'Ostatnie lato',
      'Przepraszam, że się spóźniłem',
    ],
  ],
  [
    'cs',
    ['windows-1250', 'iso-8859-2'],
    ['Kam jdeš?', 'Kde je můj otec?', 'Poslední léto u řeky', 'Promiň, přišel jsem pozdě', 'Až přijde ráno, budeme daleko'],
  ],
  [
    'sk',
    ['windows-1250', 'iso-8859-2'],
    [
      'Neviem, čo sa deje',
      'Posledné leto pri rieke',
      'Prepáč, prišiel som neskoro',
      'Keď príde ráno, budeme ďaleko',
      'Kde je môj otec?',
    ],
  ],
  [
    'hu',
    ['windows-1250', 'iso-8859-2'],
    ['Őszi szél', 'Az utolsó nyár', 'Bocsánat, elkéstem', 'Hová mész?', 'Ha eljön a reggel, messze leszünk már'],
  ],
  [
    'ro',
    ['windows-1250', 'iso-8859-2'],
    [
      'Ultima vară la râu',
      'Când va veni dimineaţa, vom fi departe',
      'Nu ştiu unde este',
      'Trebuie să plec acum',
      'Sfârşitul lumii',
    ],
  ],
  [
    'hr',
    ['windows-1250', 'iso-8859-2'],
    [
      'Oprosti što kasnim',
      'Kuda ideš?',
      'Kad dođe jutro, bit ćemo daleko',
      'Kradljivac vremena, čuvar sjećanja',
      'Što se događa ovdje?',
    ],
  ],
  [
    'ru',
    ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'],
    ['Куда ты идёшь?', 'Ночной дозор', 'Последнее лето', 'Прости, я опоздал', 'Когда наступит утро, мы будем далеко'],
  ],
  [
    'uk',
    ['windows-1251', 'koi8-u'],
    [
      'Останнє літо біля річки',
      'Вибач, я запізнився',
      'Куди ти йдеш?',
      'Коли настане ранок, ми будемо далеко',
      'Привіт! Що ти робиш?',
    ],
  ],
  [
    'bg',
    ['windows-1251'],
    ['Къде е баща ми?', 'Добър ден', 'Последното лято край реката', 'Извинявай, че закъснях', 'Къде отиваш?'],
  ],
  ['sr', ['windows-1251'], ['Не знам где је', 'Волим те', 'Последње лето на реци', 'Извини што касним', 'Куда идеш?']],
  [
    'el',
    ['windows-1253', 'iso-8859-7'],
    [
      'Πού πας;',
      'Το τελευταίο καλοκαίρι',
      'Συγγνώμη που άργησα',
      'Όταν έρθει το πρωί, θα είμαστε μακριά',
      'Καλημέρα, τι κάνεις;',
    ],
  ],
  [
    'tr',
    ['windows-1254'],
    [
      'Zaman hırsızı',
      'Şimdi gidiyoruz, değil mi?',
      'Ne olduğunu bilmiyorum ama gitmeliyim',
      'Günaydın',
      'Nehirdeki son yaz, güneş battı',
    ],
  ],
  ['he', ['windows-1255'], ['לאן אתה הולך?', 'לילה טוב', 'הקיץ האחרון ליד הנהר', 'סליחה שאיחרתי', 'כשיבוא הבוקר נהיה רחוק']],
  ['ar', ['windows-1256', 'iso-8859-6'], ['إلى أين تذهب؟', 'أين أبي؟', 'نعم', 'الصيف الأخير عند النهر', 'آسف لأنني تأخرت']],
  ['fa', ['windows-1256'], ['چطور پسر گفت', 'شب بخير', 'آخرين تابستان كنار رودخانه', 'ببخشيد دير كردم', 'كجا مي روي؟']],
  [
    'et',
    ['windows-1257'],
    [
      'Öö Tallinnas',
      'Viimane suvi jõe ääres',
      'Vabandust, ma jäin hiljaks',
      'Kuhu sa lähed?',
      'Kui hommik tuleb, oleme juba väga kaugel õnnelikud',
    ],
  ],
  [
    'lt',
    ['windows-1257', 'iso-8859-13'],
    ['Paskutinė vasara prie upės', 'Atsiprašau, kad vėluoju', 'Ačiū, viskas gerai', 'Žinoma, šitaip', 'Kur mano tėvas?'],
  ],
  [
    'lv',
    ['windows-1257', 'iso-8859-13'],
    [
      'Pēdējā vasara pie upes',
      'Kurp tu ej, mazā māsa?',
      'Paldies, viss kārtībā',
      'Kur ir mans tēvs?',
      'Jauna sieviete atgriežas dzimtajā pilsētā',
    ],
  ],
  ['th', ['windows-874'], ['คุณจะไปไหน', 'ใช่', 'ฤดูร้อนสุดท้ายริมแม่น้ำ', 'ขอโทษที่มาสาย', 'เมื่อรุ่งเช้ามาถึง เราจะอยู่ไกล']],
  ['ja', ['shift_jis', 'euc-jp'], ['川辺の最後の夏', 'どこへ行くの', '父はどこですか？', 'カメラを止めろ', 'おやすみ']],
  ['ko', ['euc-kr'], ['늦어서 미안해', '어디 가니?', '시간 도둑', '네', '여기서 나가자']],
  ['zh-Hans', ['gb18030'], ['河边的最后一个夏天', '对不起，我来晚了', '你去哪儿？', '天亮的时候，我们已经走远了', '时间的小偷']],
  ['zh-Hant', ['big5'], ['河邊的最後一個夏天', '對不起，我來晚了', '你去哪兒？', '天亮的時候，我們已經走遠了', '時間的小偷']],
]
const eastAsian = new Set(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'])
const cases = lines.flatMap(([language, encodings, texts]) => encodings.map((encoding) => ({ language, encoding, texts })))

describe('a short text', () => {
  test.each(cases)('in $language is read from $encoding, whatever stands around it', ({ encoding, texts }) => {
    for (const text of texts)
      for (const whole of [text, `1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>${text}</i>\r\n\r\n`, `<title>${text}</title>\n`])
        expect(decodeText(encodeText(whole, encoding))).toBe(whole)
  })

  test.each(cases)('in $language is the title of an NFO file in $encoding', ({ encoding, texts }) => {
    for (const text of texts) {
      const nfo = `<?xml version="1.0"?>\n<movie>\n<title>${text}</title>\n<year>1999</year>\n</movie>\n`
      const title = Object.values(readNfo(Buffer.from(encodeText(nfo, encoding)))?.facts?.texts ?? {}).map((one) => one.title)
      expect(title).toContain(text)
    }
  })

  test.each(cases)('in $language and $encoding never looks like one of the other side of the world', ({ encoding, texts }) => {
    for (const text of texts) {
      const [best] = rankedEncodings(encodeText(text, encoding))
      expect(eastAsian.has(best?.encoding ?? '')).toBe(eastAsian.has(encoding))
    }
  })

  test.each(cases)('in $language and $encoding is a name in the list of a torrent', ({ encoding, texts }) => {
    const names = texts.map((text) => `${text}.mkv`)
    const bytes = names.map((name) => Buffer.from(encodeText(name, encoding)))
    expect(bytes.map(createNameReader(() => bytes, '').read)).toEqual(names)
  })

  test('Western words whose letters are valid GB18030 stay Western, in texts and in names', () => {
    const encoded = (text: string) => Buffer.from(encodeText(text, 'windows-1252'))
    for (const text of ['Één dag, twee Financiële zorgen', 'Één', 'Früh', 'Öö Tallinnas', 'Voilà', 'Crème brûlée']) {
      expect(decodeText(encoded(text))).toBe(text)
      expect(readName(encoded(`${text}.mkv`))).toBe(`${text}.mkv`)
    }
  })

  test('a language that is known decides between encodings that fit a few letters alike', () => {
    const bytes = encodeText('Да', 'windows-1251')
    expect(decodeText(bytes, 'ru')).toBe('Да')
    expect(decodeText(encodeText('네', 'euc-kr'), 'ko')).toBe('네')
    expect(decodeText(encodeText('Děti', 'windows-1250'), 'cs')).toBe('Děti')
  })

  test('a language that the name says wrongly does not outweigh a page of text', () => {
    const text = 'Молодая женщина возвращается в родной город. Она не знает, что её ждёт дома.'
    expect(decodeText(encodeText(text, 'windows-1251'), 'fr')).toBe(text)
  })
})
