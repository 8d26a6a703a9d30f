;; forfeit crash: infinite recursion
(module
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func $deep (param i32) (result i32)
    (i32.add (i32.const 1) (call $deep (local.get 0))))
  (func (export "choose") (result i32)
    (call $deep (i32.const 0))))
