;; A bot for Four Shapes in WebAssembly's text format. It plays legal moves, but not well.
;;
;; Convert it with wat2wasm (from WABT, https://github.com/WebAssembly/wabt):
;;
;;     wat2wasm bot.wat
;;
;; and test bot.wasm with `four bot check bot.wasm`.

(module
  ;; How often each move can still be made: four bytes for each, move 1 at address 4.
  (memory 1)
  (global $moves (mut i32) (i32.const 0))

  (func $address (param $number i32) (result i32)
    (i32.mul (local.get $number) (i32.const 4)))

  (func (export "four_shapes_bot") (result i32)
    (i32.const 1))

  (func (export "begin")
    (param $columns i32) (param $rows i32) (param $connect i32)
    (param $gravity i32) (param $player i32)
    (local $number i32)
    ;; select takes the first if the third is not 0, else the second.
    (global.set $moves
      (select
        (local.get $columns)
        (i32.mul (local.get $columns) (local.get $rows))
        (local.get $gravity)))
    (local.set $number (global.get $moves))
    (loop $next
      (i32.store
        (call $address (local.get $number))
        (select (local.get $rows) (i32.const 1) (local.get $gravity)))
      (local.set $number (i32.sub (local.get $number) (i32.const 1)))
      (br_if $next (local.get $number))))

  (func (export "moved") (param $number i32)
    (i32.store
      (call $address (local.get $number))
      (i32.sub (i32.load (call $address (local.get $number))) (i32.const 1))))

  ;; The last move that is possible.
  (func (export "choose") (result i32)
    (local $number i32)
    (local.set $number (global.get $moves))
    (loop $next
      (if (i32.eqz (i32.load (call $address (local.get $number))))
        (then
          (local.set $number (i32.sub (local.get $number) (i32.const 1)))
          (br $next))))
    (local.get $number)))
