import type { SampleLanguage } from './index.ts'

/**
 * Code that verifies a Standard Webhooks 1.0 signature over the body as received, and that the request was sent at most
 * five minutes before or after the current time.
 */
export const VERIFY_SAMPLES: Readonly<Record<SampleLanguage, string>> = {
  curl: `# The headers are in $id, $timestamp and $signature, the body as received in body.json.
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
expected=$({ printf %s "$id.$timestamp."; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
now=$(date +%s)
verdict=invalid
# Compares the timestamp as it is, because in an arithmetic expression, bash would run commands in it.
if [ "$timestamp" -ge $((now - 300)) ] && [ "$timestamp" -le $((now + 300)) ]; then
  case " $signature " in *" v1,$expected "*) verdict=valid ;; esac
fi
echo $verdict`,

  python: String.raw`import base64, hashlib, hmac, time

def is_valid(body: bytes, headers, secret: str) -> bool:
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    content = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256))
    signatures = headers["webhook-signature"].encode().split()
    return any(hmac.compare_digest(expected, signature) for signature in signatures)`,

  php: String.raw`<?php
function isValid(string $body, array $headers, string $secret): bool
{
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) return false;
    $content = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $content, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}`,

  java: String.raw`import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhooks {
    static boolean isValid(byte[] body, Map<String, String> headers, String secret) throws Exception {
        var timestamp = headers.get("webhook-timestamp");
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        var content = new ByteArrayOutputStream();
        content.writeBytes((headers.get("webhook-id") + "." + timestamp + ".").getBytes());
        content.writeBytes(body);
        var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.toByteArray()));
        return Stream.of(headers.get("webhook-signature").split(" "))
            .anyMatch(signature -> MessageDigest.isEqual(expected.getBytes(), signature.getBytes()));
    }
}`,

  csharp: String.raw`using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Webhooks
{
    public static bool IsValid(byte[] body, IReadOnlyDictionary<string, string> headers, string secret)
    {
        var timestamp = headers["webhook-timestamp"];
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp)) > 300) return false;
        var start = Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{timestamp}.");
        using (var hmac = new HMACSHA256(Convert.FromBase64String(secret.Substring("whsec_".Length))))
        {
            var expected = "v1," + Convert.ToBase64String(hmac.ComputeHash(start.Concat(body).ToArray()));
            return headers["webhook-signature"].Split(' ').Any(signature => CryptographicOperations.FixedTimeEquals(
                Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(signature)));
        }
    }
}`,

  // JavaScript without the SDK.
  fetch: String.raw`import { createHmac, timingSafeEqual } from 'node:crypto'

export function isValid(body, headers, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const digest = createHmac('sha256', key).update(id + '.' + timestamp + '.').update(body).digest('base64')
  const expected = Buffer.from('v1,' + digest)
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,

  javascript: String.raw`import { verify } from '@partner-accounts/sdk/webhooks'

// Throws a WebhookVerificationError with the reason. The body is that of the request, before it is parsed.
export const readEvent = (body, headers) => verify(body, headers, process.env.WEBHOOK_SECRET)`,

  go: String.raw`package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func isValid(body []byte, header http.Header, secret string) bool {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(expected), []byte(signature)) {
			return true
		}
	}
	return false
}`,

  ruby: String.raw`require 'base64'
require 'openssl'

def valid?(body, headers, secret)
  timestamp = headers['webhook-timestamp']
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.decode64(secret.delete_prefix('whsec_'))
  content = "#{headers['webhook-id']}.#{timestamp}.".b + body.b
  expected = "v1,#{Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', key, content))}"
  headers['webhook-signature'].split.any? { |signature| OpenSSL.secure_compare(expected, signature) }
end`,

  powershell: String.raw`function Test-Webhook([byte[]] $Body, [hashtable] $Headers, [string] $Secret) {
  $timestamp = $Headers['webhook-timestamp']
  if ([Math]::Abs([DateTimeOffset]::UtcNow.ToUnixTimeSeconds() - [long] $timestamp) -gt 300) { return $false }
  $start = [Text.Encoding]::UTF8.GetBytes("$($Headers['webhook-id']).$timestamp.")
  $hmac = [Security.Cryptography.HMACSHA256]::new([Convert]::FromBase64String($Secret.Substring(6)))
  $expected = [Text.Encoding]::UTF8.GetBytes('v1,' + [Convert]::ToBase64String($hmac.ComputeHash($start + $Body)))
  foreach ($signature in $Headers['webhook-signature'].Split(' ')) {
    $given = [Text.Encoding]::UTF8.GetBytes($signature)
    if ([Security.Cryptography.CryptographicOperations]::FixedTimeEquals($expected, $given)) { return $true }
  }
  return $false
}`,
}
