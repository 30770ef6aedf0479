import { foreignHosts as namedHosts } from '@site/shared/site';
import { expectOrigins, foreignHostHeaders } from './foreignHosts';
import { MANIFEST } from '../build/Artifact';
import { ADDRESS_LIMIT, ANSWER_LIMIT, BODY_LIMIT, REQUEST_LIMIT } from './limits';
import { FORWARDED_HEADERS, WITHHELD_HEADERS } from './proxyBackend';
import { FORM_TYPE, REFUSALS } from './refusalOf';
import {
  FILE_HEADERS,
  PREVIEW_AGE,
  PREVIEW_HEADERS,
  SECRET_REFERRER,
  SECURITY_HEADERS,
  TRANSPORT_SECURITY,
} from './securityHeaders';
import { PREVIEW_ID } from '../release/readRelease';
import { ASSET_PATH } from './resolveAddress';
import { VISITOR_CALL, VISITOR_REQUEST } from './visitorCall';

interface NginxOptions {
  /** The directory store, absolute. */
  store: string;
  /** Where PocketBase listens, e.g. `http://127.0.0.1:8090`. */
  backendUrl: string;
  /** What nginx listens on, e.g. `80`, `127.0.0.1:8080`, or `[::]:443 ssl http2`. */
  listen: readonly string[];
  /** The names that the site is asked by; `_` answers to any. */
  serverName: string;
  /** The file that requests are logged in. */
  log: string;
  /** Addresses and ranges of the proxies in front whose X-Forwarded-For and X-Forwarded-Proto count. */
  trustedProxies: readonly string[];
  /** The origins of other sites that may load the remotes. */
  foreignHosts?: readonly string[];
}

/** Types of the files that deployment compresses; all of them have a brotli and a gzip form. */
const COMPRESSED_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
};

/** Types of the other files of a build. */
const PLAIN_TYPES: Record<string, string> = {
  'application/json': 'map',
  'font/woff2': 'woff2',
  'image/avif': 'avif',
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
};

/** A character beyond ASCII, byte by byte. */
const UTF_8 = [
  '[\\xc2-\\xdf][\\x80-\\xbf]',
  '(?!\\xe0[\\x80-\\x9f]|\\xed[\\xa0-\\xbf])[\\xe0-\\xef][\\x80-\\xbf]{2}',
  '(?!\\xf0[\\x80-\\x8f]|\\xf4[\\x90-\\xbf])[\\xf0-\\xf4][\\x80-\\xbf]{3}',
].join('|');

/** Runs of slashes that one redirect takes out of an address; more of them take another redirect. */
const SLASH_RUNS = 4;

/**
 * The page whose query holds a secret (§4), below it, and every other spelling of it. nginx decodes before it looks
 * for a place.
 */
const VERIFICATION_PAGE = '^[/\\x5c]+micora[/\\x5c]+verification(?:[/\\x5c]|$)';

/** Assets have their version in their address. */
const ASSET_CACHING = 'public, max-age=31536000, immutable';

/**
 * A complete nginx configuration of the site, for the `http` context: what `serve.ts` does, by nginx alone. It
 * needs no module that Debian's nginx does not have, and is the same for every release.
 */
export function nginxConfig(options: NginxOptions): string {
  const { store, backendUrl, listen, serverName, log, trustedProxies, foreignHosts = namedHosts } = options;
  const forForeignHosts = foreignHostHeaders(expectOrigins(foreignHosts), '$site_foreign_host');
  return `# Written by: npm run deploy -- nginx. It serves every release of the store; write it again only if the store,
# the backend, the server's address or what stands in front changes.

# The address as it was sent, without its query, which nobody logs: it may hold a secret.
map $request_uri $site_path {
    "~^(?:\\?|$)"           /;
    "~^(?<site_sent>[^?]*)" $site_sent;
}
map $request_uri $site_query {
    "~^[^?]*(?<site_asked_for>\\?.*)" $site_asked_for;
}
# A call of visitors, judged as it was sent and sent as it was judged; nothing else of the backend can be reached.
map "$request_method $site_path" $site_call {
    default "";
    "~${VISITOR_CALL.source}" $site_path;
}
map "$request_method $site_path$site_query" $site_strange_query {
    default 1;
    "~${VISITOR_REQUEST.source}" "";
}
map "$site_path$site_query" $site_long {
    "~^.{${ADDRESS_LIMIT + 1}}" 1;
}
${canonicalMaps()}
map $site_path $site_page {
    default         /no/such/page;
    /               /index;
    /index          /no/such/page;
    /404            /no/such/page;
    "~^(?:/[\\w-]+)+$" $site_path;
}
map $site_path $site_parent {
    default         /no/such/parent;
    "~^(?<site_above>(?:/[\\w-]+)+)/[^/]+$" $site_above;
}

# Ways to an asset that only nginx would find: dots, empty names, slashes that are escaped.
map "$site_path $uri" $site_detour {
    "~*^(?!${ASSET_PATH} )\\S* /assets/" 1;
}

map $uri $site_unreadable {
    "~^(?!(?:[\\x01-\\x7f]++|${UTF_8})*+$)" 1;
}
map "$request_method $http_transfer_encoding" $site_endless {
    "~^(?!POST )\\S+ ." 1;
}
map "$request_method $http_content_type" $site_strange_type {
    "~*^POST (?!${FORM_TYPE}$)" 1;
}

map $status $site_refusal {
${Object.entries(REFUSALS)
  .map(([status, message]) => `    ${status} "${message}";`)
  .join('\n')}
}

# The smallest form that the visitor takes, as it was compressed at deployment.
map $http_accept_encoding $site_form {
    default                   "";
    "~*(?:^|,)\\s*br\\s*(?:,|$|;\\s*q=(?:1|0?\\.\\d*[1-9]))"   .br;
    "~*(?:^|,)\\s*gzip\\s*(?:,|$|;\\s*q=(?:1|0?\\.\\d*[1-9]))" .gz;
}
map $status$site_form $site_encoding {
    default "";
    "~^(?:200|206|304|404)\\.br$" br;
    "~^(?:200|206|304|404)\\.gz$" gzip;
}
# An address with a secret is passed on to nobody.
map $arg_secret $site_referrer {
    default ${SECRET_REFERRER};
    ""      ${SECURITY_HEADERS['referrer-policy']};
}

# The visitor's address, as trusted proxies say it; but never loopback, which means somebody at this machine.
map $remote_addr $site_visitor {
    default $remote_addr;
    "~^(?:127\\.|::1$|::ffff:127\\.)" $realip_remote_addr;
}

# Said over HTTPS only, whether TLS ends here or at a trusted proxy, which is one whose word has changed the address.
map "$remote_addr $realip_remote_addr" $site_proxy_scheme {
    default $http_x_forwarded_proto;
    "~^(\\S+) \\1$" "";
}
map $https$site_proxy_scheme $site_transport {
    default             "";
    "~^on|\\bhttps$" "${TRANSPORT_SECURITY}";
}

# A form that a browser says to be sent by another site's page.
map "$request_method $http_sec_fetch_site $http_origin $site_transport $http_host" $site_foreign_form {
    "~^POST (?:same-origin|none) " "";
    "~^POST   " "";
    "~^POST  https://(\\S+) \\S* \\1(?::443)?$" "";
    "~^POST  http://(\\S+)  \\1(?::80)?$" "";
    "~^POST " 1;
}

# Other sites that may load the remotes.
map $http_origin $site_foreign_host {
    default "";
${foreignHosts.map((host) => `    ${host} $http_origin;\n`).join('')}}

# Releases that are looked at before they are live; by nginx's own names for them, RELEASE would be one, too.
map $site_query $site_asked {
    "~(?:^\\?|&)release=(?<site_asked_id>[^&]*)" $site_asked_id;
}
map $http_cookie $site_cookie {
    "~(?:^|;\\s*)release=(?<site_cookie_id>[^;]*)" $site_cookie_id;
}
map $site_cookie $site_cookie_file {
    default /no/such/release;
    "~${PREVIEW_ID.source}" "${store}/trees/$site_cookie/release.json";
}
map $site_asked $site_asked_file {
    default /no/such/release;
    "~${PREVIEW_ID.source}" "${store}/trees/$site_asked/release.json";
}
map $realpath_root $site_release {
    default "";
    "~/trees/(?<site_id>[^/]+)$" $site_id;
}
map $site_preview $site_caching {
    default no-cache;
    1       "${PREVIEW_HEADERS['cache-control']}";
}
map $site_preview $site_caching_of_errors {
    default no-store;
    1       "${PREVIEW_HEADERS['cache-control']}";
}
map $site_preview $site_robots {
    default "";
    1       ${PREVIEW_HEADERS['x-robots-tag']};
}

log_format site '$site_visitor [$time_iso8601] "$request_method $site_path $server_protocol" $status $body_bytes_sent $request_time $site_release';

upstream site_backend {
    server ${hostOf(backendUrl)};
    keepalive 16;
}

server {
${listen.map((address) => `    listen ${address};`).join('\n')}
    server_name ${serverName};
${trustedProxies.map((range) => `    set_real_ip_from ${range};\n`).join('')}    real_ip_header X-Forwarded-For;
    real_ip_recursive on;
    access_log "${log}" site;
    # Has whole addresses, with their queries; see the verification page.
    error_log "${log.replace(/(?:\.log)?$/, '.errors.log')}" error;
    # Debian's nginx.conf names older ones, too.
    ssl_protocols TLSv1.2 TLSv1.3;
    server_tokens off;
    absolute_redirect off;
    port_in_redirect off;
    merge_slashes off;
    etag on;
    # A page's time is made of its content, for the ETag.
    if_modified_since off;
    gzip off;
    charset off;
    sendfile on;
    tcp_nopush on;
    client_max_body_size ${BODY_LIMIT};
    client_body_timeout ${REQUEST_LIMIT / 1000}s;
    client_header_timeout ${REQUEST_LIMIT / 1000}s;
    large_client_header_buffers 4 16k;

    set $site_preview "";
    set $site_folder live;
    if (-f $site_cookie_file) {
        set $site_preview 1;
        set $site_folder trees/$site_cookie;
    }
    root "${store}/$site_folder";

    set $site_set_cookie "";
    if (-f $site_asked_file) {
        set $site_set_cookie "release=$site_asked; Max-Age=${PREVIEW_AGE}; Path=/; SameSite=Lax";
    }
    if ($site_asked = live) {
        set $site_set_cookie "release=; Max-Age=0; Path=/; SameSite=Lax";
    }

    # What is no address is none here either, though nginx would take it.
    if ($request_uri ~ [^\\x21-\\x7e]) {
        return 400;
    }
    # Only a form has a body whose length may be unknown.
    if ($site_endless) {
        return 413;
    }
    if ($site_unreadable) {
        return 404;
    }
    if ($site_detour) {
        rewrite ^ /assets/. last;
    }
    # By what was sent, not by what nginx makes of it.
    if ($site_path ~ ^/api(?:/|$)) {
        rewrite ^ /api last;
    }

    # Of what has no headers of its own: what nginx refuses by itself.
${fileHeaders({}, 4)}

    recursive_error_pages on;
    error_page 404 @missing;
    error_page 405 @method;
    error_page 500 501 503 @broken;

${pages('/')}
    # No error of it is logged anywhere.
${pages(`~ ${VERIFICATION_PAGE}`, '_silently')}
    location ~ ^/(?:robots\\.txt|sitemap\\.xml|site\\.webmanifest|favicon\\.ico)$ {
${onlyFile()}
        types {
            text/plain                txt;
            application/xml           xml;
            application/manifest+json webmanifest;
            image/x-icon              ico;
        }
        gzip_static on;
        gzip_vary on;
        try_files $uri =404;
${pageHeaders('$site_caching', { encoded: false })}
    }

    # What tabs read of the release that they see.
    location = /release.json {
${onlyFile()}
        types {
        }
        default_type application/json;
        etag off;
        try_files $uri$site_form =404;
${pageHeaders('$site_caching_of_errors')}
    }

    # Where other sites find what is live of a remote.
    location ~ ^/remotes/[\\w-]+/${MANIFEST.replace('.', '\\\\.')}$ {
${onlyFile()}
        types {
        }
        default_type application/json;
        gzip_static on;
        gzip_vary on;
        try_files $uri =404;
${pageHeaders('$site_caching', { encoded: false, more: forForeignHosts })}
    }

    # Phones ask for the app's files without an extension, and want JSON.
    location ^~ /.well-known/ {
${onlyFile()}
        types {
        }
        default_type application/json;
        try_files $uri =404;
${pageHeaders('$site_caching', { encoded: false })}
    }

    location ^~ /assets/ {
        root "${store}";
        error_page 404 @no_asset;
        error_page 405 @method;
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
        location ~ /\\.|\\.(?:br|gz)$ {
            return 404;
        }
${Object.entries(COMPRESSED_TYPES)
  .map((type) => compressedAssets(type, forForeignHosts))
  .join('\n')}
        types {
${Object.entries(PLAIN_TYPES)
  .map(([type, endings]) => `            ${type} ${endings};`)
  .join('\n')}
        }
        try_files $uri =404;
        add_header cache-control "${ASSET_CACHING}";
${fileHeaders(forForeignHosts)}
    }

    location = /api {
        error_page ${Object.keys(REFUSALS).join(' ')} @refused;
        error_page 502 504 =502 @unavailable;
        if ($site_long) {
            return 414;
        }
        if ($site_call = "") {
            return 404;
        }
        if ($site_strange_query) {
            return 400;
        }
        if ($site_foreign_form) {
            return 403;
        }
        if ($site_strange_type) {
            return 415;
        }
        proxy_pass http://site_backend$site_call$site_query;
        proxy_http_version 1.1;
        proxy_pass_request_headers off;
${forwardedHeaders()}
        proxy_set_header connection "";
        proxy_set_header x-real-ip $site_visitor;
${withheldHeaders()}
        # A kept connection that the backend has just closed is opened again; a POST is never sent twice.
        proxy_next_upstream error;
        proxy_connect_timeout ${ANSWER_LIMIT / 1000}s;
        proxy_read_timeout ${ANSWER_LIMIT / 1000}s;
${fileHeaders()}
    }

    location @no_asset {
        default_type text/plain;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 404 "Not found.\\n";
    }

    location @refused {
        default_type application/json;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 200 '{"status":$status,"message":"$site_refusal","data":{}}';
    }

    location @unavailable {
        default_type application/json;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 502 '{"status":502,"message":"The backend does not answer.","data":{}}';
    }
}
`;
}

/**
 * The host and port of the backend.
 *
 * @throws Error for an address that nginx would ask in another way than it says
 */
function hostOf(backendUrl: string): string {
  const [, host] = /^http:\/\/([\w.:[\]-]+)\/?$/.exec(backendUrl) ?? [];
  if (host) return host;
  throw new Error(
    `--backend ${backendUrl}: nginx asks a host and port by HTTP. Write http://127.0.0.1:8090.`,
  );
}

/** The address without what means nothing in it: escaped letters, runs of slashes, one at the end, `index.html`. */
function canonicalMaps(): string {
  const maps = Array.from({ length: SLASH_RUNS }, (_, index) => {
    const before = index === 0 ? '$site_plain' : `$site_slashes_${index}`;
    const [head, tail] = [`site_head_${index + 1}`, `site_tail_${index + 1}`];
    return `map ${before} $site_slashes_${index + 1} {
    default ${before};
    "~^(?<${head}>.*?)(?:[/\\x5c]{2,}|\\x5c)(?<${tail}>.*)$" $${head}/$${tail};
}`;
  });
  return `map "$site_path $uri" $site_plain {
    default $site_path;
    "~*^(?!\\S*(?:%2[ef]|[.#]))[^\\s%]*+%\\S*+ (?<site_decoded>[\\w/-]++)\\z" $site_decoded;
}
${maps.join('\n')}
map $site_slashes_${SLASH_RUNS} $site_canonical {
    default $site_slashes_${SLASH_RUNS};
    "~^(?:/index\\.html|/)+$" /;
    "~^(?<site_kept>.+?)(?<!/index\\.html)(?:/index\\.html|/)++$" $site_kept;
}`;
}

/** Where pages are answered. What errors lead to is a place of its own, which has to be as silent. */
function pages(place: string, silently = ''): string {
  const log = silently && '\n        error_log /dev/null emerg;';
  return `    location ${place} {${log}
        error_page 404 @missing${silently};
        error_page 405 @method${silently};
        error_page 500 501 503 @broken${silently};
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
        if ($site_canonical != $site_path) {
            return 308 $site_canonical$site_query;
        }
        if ($site_set_cookie) {
            add_header Set-Cookie $site_set_cookie always;
            add_header Cache-Control "${PREVIEW_HEADERS['cache-control']}" always;
            add_header X-Robots-Tag ${PREVIEW_HEADERS['x-robots-tag']} always;
            return 302 $site_path;
        }
        types {
        }
        default_type "text/html; charset=utf-8";
        try_files $site_page.html$site_form $site_parent/_.html$site_form =404;
${pageHeaders('$site_caching')}
    }

    location @missing${silently} {${log}
        types {
        }
        default_type "text/html; charset=utf-8";
        etag off;
        error_page 500 @broken${silently};
        try_files $site_parent/_.404.html$site_form /404.html$site_form =500;
${pageHeaders('$site_caching_of_errors')}
    }

    location @method${silently} {${log}
        default_type text/plain;
${fileHeaders({ allow: 'GET, HEAD' })}
        return 405 "Only GET and HEAD are answered here.\\n";
    }

    location @broken${silently} {${log}
        default_type text/plain;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 500 "The site cannot answer now.\\n";
    }
`;
}

/** A file is answered at its own address alone: other spellings are redirected to it, or unknown. */
function onlyFile(): string {
  return `        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
        if ($site_canonical != $site_path) {
            return 308 $site_canonical$site_query;
        }
        if ($uri != $site_path) {
            return 404;
        }`;
}

/** The headers of a page; without `encoded` of a file that is sent as it is. */
function pageHeaders(
  caching: string,
  { encoded = true, more = {} }: { encoded?: boolean; more?: Record<string, string> } = {},
): string {
  return addHeaders({
    ...SECURITY_HEADERS,
    'strict-transport-security': '$site_transport',
    'referrer-policy': '$site_referrer',
    'x-release': '$site_release',
    'x-robots-tag': '$site_robots',
    'cache-control': caching,
    'last-modified': '',
    ...(encoded && { vary: 'accept-encoding', 'content-encoding': '$site_encoding' }),
    ...more,
  });
}

/** The headers of what is no page, and more; nginx inherits none where a place has its own. */
function fileHeaders(more: Record<string, string> = {}, indent?: number): string {
  return addHeaders({ ...FILE_HEADERS, 'strict-transport-security': '$site_transport', ...more }, indent);
}

function addHeaders(headers: Record<string, string>, indent = 8): string {
  return Object.entries(headers)
    .map(([name, value]) => `${' '.repeat(indent)}add_header ${name} "${value}" always;`)
    .join('\n');
}

function compressedAssets([ending, type]: [string, string], more: Record<string, string>): string {
  return `        location ~ \\.${ending}$ {
            types {
            }
            default_type "${type}";
            try_files $uri$site_form =404;
            add_header cache-control "${ASSET_CACHING}";
            add_header content-encoding $site_encoding;
${fileHeaders({ vary: 'accept-encoding', ...more }, 12)}
        }`;
}

function forwardedHeaders(): string {
  return FORWARDED_HEADERS.filter((name) => name !== 'content-length')
    .map((name) => `        proxy_set_header ${name} $http_${name.replaceAll('-', '_')};`)
    .join('\n');
}

function withheldHeaders(): string {
  return [...WITHHELD_HEADERS, ...Object.keys(FILE_HEADERS)]
    .filter((name) => !['connection', 'keep-alive', 'transfer-encoding'].includes(name))
    .map((name) => `        proxy_hide_header ${name};`)
    .join('\n');
}
