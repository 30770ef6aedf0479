import { foreignHosts as namedHosts } from '@site/shared/site';
import { expectOrigins, foreignHostHeaders } from './foreignHosts';
import { MANIFEST } from '../build/Artifact';
import { BODY_LIMIT, FORWARDED_HEADERS, WITHHELD_HEADERS } from './proxyBackend';
import { PREVIEW_AGE, PREVIEW_HEADERS } from './previewHeaders';
import { RELEASE_ID } from '../release/readRelease';
import { FILE_HEADERS, SECRET_REFERRER, SECURITY_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';

interface NginxOptions {
  /** The directory store, absolute. */
  store: string;
  /** Where PocketBase listens, e.g. `http://127.0.0.1:8090`. */
  backendUrl: string;
  /** What nginx listens on, e.g. `80` or `127.0.0.1:8080`. */
  listen: string;
  /** The names that the site is asked by; `_` answers to any. */
  serverName: string;
  /** The file that requests are logged in. */
  log: string;
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

/** Runs of slashes that one redirect takes out of an address; more of them take another redirect. */
const SLASH_RUNS = 4;

/** Assets have their version in their address. */
const ASSET_CACHING = 'public, max-age=31536000, immutable';

/** The calls of visitors (§7), and health. */
const VISITOR_READS = [
  '= /api/collections/projects/records',
  '~ ^/api/collections/projects/records/\\w+$',
  '~ ^/api/files/\\w+/\\w+/\\w[\\w.-]*$',
  '= /api/health',
];
const VISITOR_WRITES = [
  '= /api/collections/form_submits/records',
  '= /api/collections/micora_delete_requests/records',
];

/**
 * A complete nginx configuration of the site, for the `http` context: what `serve.ts` does, by nginx alone. It
 * needs no module that Debian's nginx does not have, and is the same for every release.
 */
export function nginxConfig({
  store,
  backendUrl,
  listen,
  serverName,
  log,
  foreignHosts = namedHosts,
}: NginxOptions): string {
  const forForeignHosts = foreignHostHeaders(expectOrigins(foreignHosts), '$site_foreign_host');
  return `# Written by: npm run deploy -- nginx. It serves every release of the store; write it anew only if the store,
# the backend or the server's address changes.

# The address as it was sent, without its query, which nobody logs: it may hold a secret.
map $request_uri $site_path {
    "~^(?<site_sent>[^?]*)" $site_sent;
}
${slashMaps()}
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

# Said over HTTPS only, whether TLS ends here or at a proxy in front.
map $https$http_x_forwarded_proto $site_transport {
    default          "";
    "~^(?:on|https)" "${TRANSPORT_SECURITY}";
}

# Other sites that may load the remotes.
map $http_origin $site_foreign_host {
    default "";
${foreignHosts.map((host) => `    ${host} $http_origin;\n`).join('')}}

# Releases that are looked at before they are live.
map $cookie_release $site_cookie {
    default "";
    "~${RELEASE_ID.source}" $cookie_release;
}
map $arg_release $site_asked {
    default "";
    "~${RELEASE_ID.source}" $arg_release;
}
map $realpath_root $site_release {
    default "";
    "~/releases/(?<site_id>[^/]+)$" $site_id;
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

log_format site '$remote_addr [$time_iso8601] "$request_method $site_path $server_protocol" $status $body_bytes_sent $request_time $site_release';

upstream site_backend {
    server ${new URL(backendUrl).host};
    keepalive 16;
}

server {
    listen ${listen};
    server_name ${serverName};
    access_log ${log} site;
    # Below this level nginx writes whole addresses, with their queries.
    error_log ${log}.errors crit;
    server_tokens off;
    absolute_redirect off;
    port_in_redirect off;
    etag on;
    # A release that is made live again is older than the one before.
    if_modified_since off;
    gzip off;
    charset off;
    sendfile on;
    tcp_nopush on;
    client_max_body_size ${BODY_LIMIT};
    client_body_timeout 15s;
    client_header_timeout 15s;
    large_client_header_buffers 4 16k;

    set $site_preview "";
    set $site_folder live;
    if (-f ${store}/releases/$site_cookie/release.json) {
        set $site_preview 1;
        set $site_folder releases/$site_cookie;
    }
    root ${store}/$site_folder;

    set $site_set_cookie "";
    if (-f ${store}/releases/$site_asked/release.json) {
        set $site_set_cookie "release=$site_asked; Max-Age=${PREVIEW_AGE}; Path=/; SameSite=Lax";
    }
    if ($arg_release = live) {
        set $site_set_cookie "release=; Max-Age=0; Path=/; SameSite=Lax";
    }

    # Of what has no headers of its own: what nginx refuses by itself.
${fileHeaders({}, 4)}

    error_page 404 @missing;
    error_page 405 @method;
    error_page 500 501 503 @broken;

    location / {
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
        if ($site_canonical != $site_path) {
            return 308 $site_canonical$is_args$args;
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

    location @missing {
        types {
        }
        default_type "text/html; charset=utf-8";
        etag off;
        try_files /404.html$site_form @broken;
${pageHeaders('$site_caching_of_errors')}
    }

    location ~ ^/(?:robots\\.txt|sitemap\\.xml|site\\.webmanifest|favicon\\.ico)$ {
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
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

    # Where other sites find what is live of a remote.
    location ~ ^/remotes/[\\w-]+/${MANIFEST.replace('.', '\\\\.')}$ {
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
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
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
        types {
        }
        default_type application/json;
        try_files $uri =404;
${pageHeaders('$site_caching', { encoded: false })}
    }

    location ^~ /assets/ {
        root ${store};
        error_page 404 @no_asset;
        error_page 405 @method;
        if ($request_method !~ ^(?:GET|HEAD)$) {
            return 405;
        }
        location ~ /\\. {
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

${VISITOR_READS.map((place) => backendCall(place, 'GET|HEAD')).join('\n')}
${VISITOR_WRITES.map((place) => backendCall(place, 'POST')).join('\n')}
    # Nothing else of the backend can be reached through the site.
    location ~ ^/api(?:/|$) {
        error_page 404 @refused;
        return 404;
    }

    location @no_asset {
        default_type text/plain;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 404 "Not found.\\n";
    }

    location @method {
        default_type text/plain;
${fileHeaders({ allow: 'GET, HEAD' })}
        return 405 "Only GET and HEAD are answered here.\\n";
    }

    location @broken {
        default_type text/plain;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 500 "The site cannot answer now.\\n";
    }

    location @refused {
        default_type application/json;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 404 '{"status":404,"message":"The requested resource was not found.","data":{}}';
    }

    location @unavailable {
        default_type application/json;
${fileHeaders({ 'cache-control': 'no-store' })}
        return 502 '{"status":502,"message":"The backend does not answer.","data":{}}';
    }
}
`;
}

/** The address without what means nothing in it: runs of slashes, one at the end, `index.html`. */
function slashMaps(): string {
  const maps = Array.from({ length: SLASH_RUNS }, (_, index) => {
    const before = index === 0 ? '$site_path' : `$site_slashes_${index}`;
    const [head, tail] = [`site_head_${index + 1}`, `site_tail_${index + 1}`];
    return `map ${before} $site_slashes_${index + 1} {
    default ${before};
    "~^(?<${head}>.*?)(?:[/\\x5c]{2,}|\\x5c)(?<${tail}>.*)$" $${head}/$${tail};
}`;
  });
  return `${maps.join('\n')}
map $site_slashes_${SLASH_RUNS} $site_canonical {
    default $site_slashes_${SLASH_RUNS};
    "~^(?:/index\\.html|/)+$" /;
    "~^(?<site_kept>.+?)(?:/index\\.html|/)+$" $site_kept;
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

function backendCall(place: string, methods: string): string {
  const headers = FORWARDED_HEADERS.filter((name) => name !== 'content-length').map(
    (name) => `        proxy_set_header ${name} $http_${name.replaceAll('-', '_')};`,
  );
  const hidden = [...WITHHELD_HEADERS, ...Object.keys(FILE_HEADERS)]
    .filter((name) => !['connection', 'keep-alive', 'transfer-encoding'].includes(name))
    .map((name) => `        proxy_hide_header ${name};`);
  return `    location ${place} {
        error_page 404 @refused;
        error_page 502 504 @unavailable;
        if ($request_method !~ ^(?:${methods})$) {
            return 404;
        }
        proxy_pass http://site_backend;
        proxy_http_version 1.1;
        proxy_pass_request_headers off;
${headers.join('\n')}
        proxy_set_header connection "";
        proxy_set_header x-real-ip $remote_addr;
${hidden.join('\n')}
        # A kept connection that the backend has just closed is opened anew; a POST is never sent twice.
        proxy_next_upstream error;
        proxy_connect_timeout 20s;
        proxy_read_timeout 20s;
${fileHeaders()}
    }`;
}
