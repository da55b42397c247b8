/** The characters of Chinese, Japanese and Korean by how often they are written. */

/** Most of any Chinese text, in simplified characters. */
export const commonHanzi = new Set(
  '的一是了我不在人有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴节创龙球浪阳蛇剧集季电影字幕国语高清完整庆余年',
)
/** Frequent ones that have a traditional form of their own. */
export const commonTraditional = new Set(
  '這個們來時說對國為會過學裡後麼還沒開見經頭進動長樣現將實點話兒從問機給幾業間電與愛車媽爸嗎誰請謝聽讓認識語難錢場醫師員樂隊總覺氣遠邊門關馬風飛魚鳥龍劇譯灣廣東華義萬歲歷戰爭殺處變術線級約紅結統傳單張強帶幫應該當黃無數報臉買賣質貝財務園圖團圍圓舊號葉壞塊壯聲歡權條極楊橋樓標檢測濟漢潔滅燈爾獎獨瑪環產畫異療眾確禮種稱穩窮競筆節籃糧糾納純紙細終組絕絲綠維網緊練縣縱織繼續羅聖聞職聯腦腳臨舉舞艙藝藥蘇虛蟲補裝複親觀訊討記設許訴試詩詳誤調談論證護讀貓負責貨販貴費資賓賞賽贏趕趙跡輪輸轉農連運達違遞選遲鄉鄧鄭釋針鋼錄錯鎮鏡鐘鐵閃閉陽階際雖雙雜離靈靜響頁順須預頓領頻題額顏願類顧飯飲館驗驚體鬥鬧麗麥黨齊齡輕輛劍劉創勝勞勢區協壓夢奪奮婦孫寫寶導屬歸龜',
)
export const commonHangul = new Set(
  '이의가나는다을를은에한그사지기로고하도서아어시자리인대일해수정전부신스트라마우여영화편회들주보제비국무조공상성원구문장소생동안선경진안녕하세요오늘내너와과었있없것말만면게네데러려디드브베바반방배번법별복불분살새생설세속손술슨실심쓰씨양연열예왕용운울월위유육음응입작잘저점제족죽준중집차천청초최추출친카코크키타터토통파팔포표프피필학함합향호혼환황희',
)
/** The most frequent one first. */
export const hiragana =
  'いのんしとるたてなかにがはこれもをうらすきょまりそさだでくっえあおつちみせめけじわよやどろねほばひぎげぶふずぬべごゃむびへゆぐづざゅぼぜぞぱぽぴぷぁぺぇぃぉぢ'

/** The first level of each national character set: what it counts as usual. */
export const usualSimplified = lazily(() => charactersOf('gb18030', [0xb0, 0xd7], [0xa1, 0xfe]))
export const rareSimplified = lazily(() => charactersOf('gb18030', [0xd8, 0xf7], [0xa1, 0xfe]))
export const usualTraditional = lazily(() => charactersOf('big5', [0xa4, 0xc6], [0x40, 0xfe]))
export const rareTraditional = lazily(() => charactersOf('big5', [0xc9, 0xf9], [0x40, 0xfe]))
export const usualJapanese = lazily(() => charactersOf('euc-jp', [0xb0, 0xcf], [0xa1, 0xfe]))

function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}

function charactersOf(encoding: string, leads: [number, number], trails: [number, number]): Set<string> {
  const decoder = new TextDecoder(encoding)
  const characters = new Set<string>()
  for (let lead = leads[0]; lead <= leads[1]; lead += 1)
    for (let trail = trails[0]; trail <= trails[1]; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (/^\p{Script=Han}$/u.test(text)) characters.add(text)
    }
  return characters
}
