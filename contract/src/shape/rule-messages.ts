/** Error messages for each field rule, in both languages. */
import type { Lang } from '../kit/operation.ts'
import { sentenceOf, type SpecText } from './spec-text.ts'

type Words = Record<Lang, string>

/** In a form the sentence stands alone. */
function spec(name: SpecText): Words {
  return { en: sentenceOf(name, 'en'), zh: sentenceOf(name, 'zh') }
}

export const ruleWords = {
  name_length: { en: 'Use 3 to 15 characters', zh: '用户名需为 3 至 15 个字符' },
  nickname_length: { en: 'Use 3 to 15 characters', zh: '昵称需为 3 至 15 个字符' },
  name_characters: { en: 'Special characters aren’t allowed', zh: '不能使用特殊字符' },
  api_key: { en: 'This isn’t a key of this service. Copy it again.', zh: '这不是该服务的密钥，请重新复制' },
  api_key_refused: { en: 'The service doesn’t know this key', zh: '该服务不认识这个密钥' },
  kodi_address: { en: 'Enter an address like 192.168.1.20', zh: '请输入类似 192.168.1.20 的地址' },
  kodi_away: {
    en: 'Kodi doesn’t answer. In Kodi, turn on Settings → Services → Control → Allow remote control via HTTP.',
    zh: 'Kodi 没有响应。请在 Kodi 中开启「设置 → 服务 → 控制 → 允许通过 HTTP 远程控制」',
  },
  kodi_none: { en: 'There is no Kodi at this address', zh: '该地址上没有 Kodi' },
  kodi_house: { en: 'Only addresses of your home network work here', zh: '只能填写家庭网络中的地址' },
  kodi_password: { en: 'Kodi doesn’t accept this username and password', zh: 'Kodi 不接受此用户名和密码' },
  device_name_length: { en: 'Enter a name of up to 20 characters', zh: '名称需为 1 至 20 个字符' },
  password_filled: { en: 'Enter a password', zh: '请输入密码' },
  password_length: { en: 'Use 6 to 32 characters', zh: '密码长度需为 6 至 32 位' },
  password_common: { en: 'This password is too common. Choose another.', zh: '这个密码太常见，请换一个' },
  phone_filled: { en: 'Enter a mobile number', zh: '请输入手机号' },
  phone_format: { en: 'Enter a valid mobile number', zh: '手机号格式不正确' },
  area_code: { en: 'Choose an area code from the list', zh: '请从列表中选择区号' },
  email_filled: { en: 'Enter an email address', zh: '请输入邮箱' },
  email_format: { en: 'Enter a valid email address', zh: '邮箱格式不正确' },
  email_letters: {
    en: 'This server’s mail takes only a–z, digits and signs before the @. Use another address.',
    zh: '此服务器的邮件服务仅支持 @ 前为英文字母、数字和符号的邮箱，请换一个',
  },
  code_filled: { en: 'Enter the code', zh: '请输入验证码' },
  code_digits: { en: 'The code has 6 digits', zh: '验证码为 6 位数字' },
  new_password_filled: { en: 'Enter a new password', zh: '请输入新密码' },
  one_target: { en: 'Enter a mobile number or an email address', zh: '请填写手机号或邮箱' },
  birthday: { en: 'Enter a valid date', zh: '日期不正确' },
  region: { en: 'Choose a region from the list', zh: '请从列表中选择地区' },
  message_filled: { en: 'Enter a message', zh: '消息内容不能为空' },
  message_length: { en: 'Messages can be up to 1,000 characters', zh: '消息最多 1000 个字符' },
  feedback_filled: { en: 'Describe the problem', zh: '请描述你遇到的问题' },
  feedback_length: { en: 'Use up to 2,000 characters', zh: '最多 2000 个字符' },
  images: spec('tooManyFiles'),
  images_size: spec('fileTooLarge'),
  image: { en: 'Not a supported picture. Choose a JPEG, PNG, WebP or GIF.', zh: '图片格式不支持，请选择 JPEG、PNG、WebP 或 GIF' },
  image_large: { en: 'This picture is too large', zh: '图片像素或帧数过多' },
  image_filled: { en: 'Choose a picture', zh: '请选择图片' },
  recipient_length: { en: 'Enter a name of up to 30 characters', zh: '收件人姓名需为 1 至 30 个字符' },
  region_filled: { en: 'Select your region', zh: '请选择所在地区' },
  address_length: { en: 'Enter an address of up to 200 characters', zh: '地址需为 1 至 200 个字符' },
  postcode: { en: 'Enter a valid postcode', zh: '邮政编码不正确' },
  invoice_title_length: { en: 'Enter a title of up to 100 characters', zh: '发票抬头需为 1 至 100 个字符' },
  tax_id_filled: { en: 'Enter a tax ID', zh: '企业发票需填写税号' },
  tax_id: { en: 'Tax IDs have 8 to 20 letters and digits', zh: '税号不正确，应为 8 至 20 位字母和数字' },
  bank_length: { en: 'Use up to 60 characters', zh: '开户银行最多 60 个字符' },
  bank_account: { en: 'Enter a valid bank account', zh: '银行账号不正确' },
  text_unkeepable: { en: 'Contains characters that can’t be saved', zh: '包含无法保存的字符' },
  text_characters: { en: 'Line breaks and control characters aren’t allowed', zh: '不能包含换行或控制字符' },
  wechat_code: { en: 'WeChat sign-in failed. Try again.', zh: '微信登录失败，请重试' },
  bind_code: { en: 'The code has 8 letters and digits', zh: '绑定码为 8 位字母和数字' },
  qrcode: { en: 'This isn’t a box’s QR code', zh: '这不是盒子的二维码' },
  oneself: { en: 'You can’t do this to yourself', zh: '不能对自己执行此操作' },
  confirm_filled: { en: 'Enter the password again', zh: '请再次输入密码' },
  passwords_differ: { en: 'The passwords don’t match', zh: '两次输入的密码不一致' },
  agreed: { en: 'Agree to the terms and privacy policy to continue', zh: '请先同意用户协议和隐私政策' },
  devsn: { en: 'Wrong serial number', zh: '序列号不正确' },
  code: { en: 'Pairing codes have 8 letters and digits', zh: '配对码为 8 位字母和数字' },
  one_device: { en: 'The request names two different boxes', zh: '请求中指定了两台不同的盒子' },
  page: { en: 'The page number must be 1 or more', zh: '页码须从 1 开始' },
  limit: { en: 'The limit must be 1 or more', zh: '每页数量须大于 0' },
  payload: { en: 'Invalid payload', zh: '请求内容无效' },
  act: { en: 'Unknown action', zh: '未知的操作' },
  too_large: { en: 'The request is too large', zh: '请求内容过大' },
  too_deep: { en: 'The request is nested too deeply', zh: '请求内容嵌套过深' },
  fd: { en: 'Invalid socket', zh: '连接标识无效' },
  file_name: { en: 'A name can’t contain a slash or control characters', zh: '名称不能包含斜杠或控制字符' },
  file_hidden: { en: 'A name can’t begin with a dot or end in .aria2', zh: '名称不能以点开头，也不能以 .aria2 结尾' },
  tracker: {
    en: 'Enter an address that begins with http://, https:// or udp://',
    zh: '请输入以 http://、https:// 或 udp:// 开头的地址',
  },
  feed_address: { en: 'Enter an address that begins with http:// or https://', zh: '请输入以 http:// 或 https:// 开头的地址' },
  link_filled: { en: 'Enter a link', zh: '请输入链接' },
  range: { en: 'Value out of range', zh: '数值超出范围' },
  stream: { en: 'Streams can’t be limited', zh: '流媒体无法限速' },
  offset: { en: 'The offset must be 0 or more', zh: '起始位置须从 0 开始' },
  point: { en: 'The position must be 0 or more', zh: '播放位置须从 0 开始' },
  digits: { en: 'Enter the four-digit code on the TV', zh: '请输入电视上显示的四位数字' },
  title_filled: { en: 'Add a title', zh: '请输入标题' },
  title_length: { en: 'Titles can be up to 80 characters', zh: '标题最多 80 个字符' },
  category: { en: 'Your post needs a category', zh: '请选择分类' },
  content_filled: { en: 'Write something first', zh: '请输入内容' },
  content_length: { en: 'Posts can be up to 20,000 characters', zh: '正文最多 20000 个字符' },
  comment_filled: { en: 'Write a comment', zh: '请输入评论内容' },
  reply_length: { en: 'Replies can be up to 200 characters', zh: '回复最多 200 个字符' },
  tag: { en: 'Tags can be up to 20 characters, without spaces', zh: '标签最多 20 个字符，不含空格' },
  tags: { en: 'At most 5 tags, separated by spaces', zh: '最多 5 个标签，用空格分隔' },
  post_images: { en: 'At most 9 images', zh: '最多 9 张图片' },
  query_filled: { en: 'Enter something to search for', zh: '请输入搜索内容' },
  query_length: { en: 'Use up to 80 characters', zh: '最多 80 个字符' },
  bullet_length: { en: 'Enter 1 to 50 characters', zh: '弹幕需为 1 至 50 个字符' },
  place_name: { en: 'Enter a name of up to 80 characters', zh: '地点名称需为 1 至 80 个字符' },
  words_forbidden: { en: 'Contains words that aren’t allowed here', zh: '包含不允许发布的词语' },
  required: { en: 'This is required', zh: '此项必填' },
  invalid: { en: 'Check this value', zh: '此项不正确' },
} as const satisfies Record<string, Words>

export type Rule = keyof typeof ruleWords

/** The rule's message, or that of 'invalid' if the schema has none of its own. */
export function wordsOf(rule: string, lang: Lang): string {
  return (rule in ruleWords ? ruleWords[rule as Rule] : ruleWords.invalid)[lang]
}
