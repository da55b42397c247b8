/** The cloud that this mini-program belongs to. Its host must be among the server and web-view domains of the mini-program's account with WeChat. */
export const cloudAddress = 'https://homeport.example.org'
