/** Marks in the name or title of a subtitle, in the languages of films and of subtitle sites: only for foreign parts, and for those who hear badly. */

/** In French only with its accent, since force is a word of titles. */
const forced = wholeWords(
  String.raw`forced(?:only)?|foreign(?! (?!parts?|only|dialog|speech|audio|lang)\p{L})`,
  // fr, es and pt, it, de, nl, sv, da and no, fi
  'forcée?s?|for[zç]ad[oa]s?|forzat[oiea]|erzwungene?[nrs]?|gedwongen|tvingad[ea]?|tvungne?t?|pakotet(?:tu|ut)',
  // pl, cs and sk, hu, ro, hr and sr, tr
  'wymuszone|vynucen[éáýe]|vyn[uú]ten[éáý]|kényszerített|for[țţt]at[ăe]?|prisiln[iaoe]|zorunlu',
  // ru, uk, bg, el, he, ar, fa
  'форс(?:ир(?:ованн?(?:ые|ый|ая|і|и|ий))?)?|форсован[іи]й?|принудительн(?:ые|ый|ая)|примусов[іи]й?|принудителни|εξαναγκαστικ(?:οί|ά|ός)|כפוי(?:ות|ים|ה)?|إجباري(?:ة)?|قسري(?:ة)?|اجباری',
  // vi, id and ms, th
  'bắt[ ._-]buộc|paksa|บังคับ',
)
const forcedSigns = /强制|強制|强迫|強迫|강제/

const impaired = wholeWords(
  'sdh|cc|hoh|deaf|(?:hearing|hard)[ ._-](?:impaired|of[ ._-]hearing)',
  // fr, es, pt, it, de, nl, sv, da and no, fi
  'malentendants?|sourds?|sordos?|surdos?|sordi|non[ ._-]udenti|(?:hör|gehör)(?:geschädigte?[nr]?|lose?[nr]?)|doven|slechthorenden?|hörselskadade?|døve|hørehæmmede|hørselshemmede|kuulo(?:rajoitteisille|vammaisille)|huonokuuloisille',
  // pl, cs and sk, hu, ro, tr
  'niesłysząc(?:ych|y)|neslyšíc[íi](?:ch)?|nepočujúc(?:ich|i)|siketek(?:nek)?|hallássérült(?:ek|eknek)?|surzi|işitme[ ._-]engelli(?:ler)?',
  // ru, uk, bg, el, he, ar
  'глухих|слабослышащих|глухі|слабочуючих|глухи|κωφ(?:ούς|ών|οί)|βαρήκοους|חירשים|כבדי[ ._-]שמיעה|للصم|الصم',
)
const impairedSigns = /听障|聽障|聋人|聾人|聴覚障害|バリアフリー|청각[ ._]?장애/

/** `hi` is not among them: alone it is Hindi. */
export function saysImpaired(text: string): boolean {
  return impaired.test(text) || impairedSigns.test(text)
}

export function saysForced(text: string): boolean {
  return forced.test(text) || forcedSigns.test(text)
}

function wholeWords(...patterns: string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{M}\p{N}])`, 'iu')
}
