import type { SampleCall, SampleValue } from './sample-call.ts'

/** Returns a program for PHP with its extension `curl`. */
export function phpSample({ url, headers, body, notes }: SampleCall): string {
  const options = [
    'CURLOPT_RETURNTRANSFER => true,',
    'CURLOPT_TIMEOUT => 30,',
    ...(headers.length > 0
      ? [`CURLOPT_HTTPHEADER => [\n${headers.map((header) => `        ${headerOf(header)},\n`).join('')}    ],`]
      : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${'file' in body ? `file_get_contents('${body.file}')` : '$body'},`] : []),
  ]
  const json = body && 'json' in body ? `$body = <<<'JSON'\n${body.json}\nJSON;\n\n` : ''
  return `<?php
${notes.map((note) => `// ${note}\n`).join('')}${json}$request = curl_init('${url}');
curl_setopt_array($request, [
${options.map((option) => `    ${option}\n`).join('')}]);
$response = json_decode(curl_exec($request), true);
if (curl_getinfo($request, CURLINFO_HTTP_CODE) !== 200) {
    throw new RuntimeException(json_encode($response['_error']));
}
print_r($response);`
}

const headerOf = ([name, value]: readonly [string, SampleValue]) =>
  typeof value === 'string' ? `'${name}: ${value}'` : `'${name}: ${value.prefix ?? ''}' . getenv('${value.variable}')`
