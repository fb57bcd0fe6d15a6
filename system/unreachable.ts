/** By the error's code; https://nodejs.org/api/errors.html#common-system-errors, and undici's, OpenSSL's and zlib's own. */
const words: Record<string, string> = {
  ENOTFOUND: "there is no machine of this name",
  EAI_AGAIN: "the machine's name could not be looked up",
  ECONNREFUSED: "nobody answers at this address",
  EHOSTUNREACH: "no way leads to this machine",
  ENETUNREACH: "no way leads to this machine",
  ETIMEDOUT: "it did not answer in time",
  UND_ERR_CONNECT_TIMEOUT: "it did not answer in time",
  UND_ERR_HEADERS_TIMEOUT: "it did not answer in time",
  UND_ERR_BODY_TIMEOUT: "it did not answer in time",
  ECONNRESET: "it ended the connection",
  EPIPE: "it ended the connection",
  UND_ERR_SOCKET: "it ended the connection before its answer was whole",
  UND_ERR_HEADERS_OVERFLOW: "the headers of its answer are too long",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate does not hold yet; is this machine's clock right?",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is one that it has signed itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by nobody whom this machine knows",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is signed by nobody whom this machine knows",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is signed by nobody whom this machine knows",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  ERR_SSL_WRONG_VERSION_NUMBER: "it speaks no TLS; is it https:?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it speaks no TLS; is it https:?",
  EPROTO: "it speaks no TLS that is known here",
  Z_DATA_ERROR: "its answer is not packed as it says",
  Z_BUF_ERROR: "its answer breaks off",
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this account has no right to it",
};

/**
 * Why an address or a file gives nothing, in words and with the code. Nothing of the address is in it, which may be secret.
 *
 * @param error what `fetch` or the file system has thrown: `fetch failed` says nothing, its cause does
 */
export function whyUnreachable(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const { code, name, message } = (cause instanceof Error ? cause : error) as NodeJS.ErrnoException;
  if (code) return words[code] ? `${words[code]} (${code})` : code;
  if (name === "HTTPParserError") return "its answer is no HTTP";
  // https://fetch.spec.whatwg.org/#bad-port
  return message === "bad port" ? "its port is one that is never asked over HTTP" : String(name);
}
